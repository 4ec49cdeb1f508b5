import { type Body, eachObject, readForm } from './body';
import { type Found, fixOf, isoOf, momentOf, valuesOf } from './fix';
import { ignored, type PhoneItem, type PhoneItems, type PhoneRequest, type SosItem } from './items';
import { aliveOf, foundIn, readNested } from './nestedLocation';
import { booleanOf, type Fields, field, fieldsOf, firstGiven, firstNumber, trimmedOf } from './values';

const KNOTS = 1_852 / 3_600;
const PERCENT = 1 / 100;
const RULES = { isTimeOptional: true };

/** Traccar Client of all versions, and what speaks like it: query and form, or JSON. */
export function* readOsmand({ query }: PhoneRequest, content: Body, now: number): PhoneItems {
  if (content.kind === 'unreadable') return [ignored('unreadable')];
  if (content.kind === 'json') return yield* eachObject(content.value, (one) => readObject(one, now));
  const fields = { ...readForm(query), ...(content.kind === 'form' ? content.fields : {}) };
  return [Object.keys(fields).length === 0 ? ignored('empty') : readFlat(fields, now)];
}

function readObject(fields: Fields, now: number): PhoneItem | PhoneItems {
  const location = field(fields, 'location');
  if (!Array.isArray(location) && !fieldsOf(location)) return readFlat(fields, now);
  return eachObject(location, (one) => {
    const extras = fieldsOf(field(one, 'extras')) ?? {};
    const isSos = [fields, one, extras].some(hasAlarm);
    return isSos ? sosOf(foundIn(one), readNested(one, now, RULES), now) : readNested(one, now, RULES);
  });
}

const hasAlarm = (fields: Fields): boolean => trimmedOf(field(fields, 'alarm'))?.toLowerCase() === 'sos';

function readFlat(fields: Fields, now: number): PhoneItem {
  const item = readFlatItem(fields, now);
  return hasAlarm(fields) ? sosOf(foundFlat(fields), item, now) : item;
}

function readFlatItem(fields: Fields, now: number): PhoneItem {
  const found = foundFlat(fields);
  if (firstGiven(fields, 'lat', 'lon', 'location') === undefined) return aliveOf(found, now, RULES);
  return booleanOf(field(fields, 'valid')) === false ? ignored('bad_position') : fixOf(found, now, RULES);
}

function foundFlat(fields: Fields): Found {
  const [speed, battery] = [firstNumber(fields, 'speed'), firstNumber(fields, 'batt')];
  return {
    ...placeOf(fields),
    accuracy: firstNumber(fields, 'accuracy'),
    time: field(fields, 'timestamp'),
    altitude: firstNumber(fields, 'altitude'),
    speed: speed === undefined ? undefined : speed * KNOTS,
    course: firstNumber(fields, 'bearing', 'heading'),
    battery: battery === undefined ? undefined : battery * PERCENT,
    charging: booleanOf(field(fields, 'charge')),
  };
}

function placeOf(fields: Fields): Pick<Found, 'latitude' | 'longitude'> {
  const [lat, lon] = trimmedOf(firstGiven(fields, 'location'))?.split(',') ?? [];
  const pair = { lat, lon };
  return firstGiven(fields, 'lat', 'lon') === undefined
    ? { latitude: firstNumber(pair, 'lat'), longitude: firstNumber(pair, 'lon') }
    : { latitude: firstNumber(fields, 'lat'), longitude: firstNumber(fields, 'lon') };
}

/** A call for help, which is never ignored: without a usable place it has none, without a usable time it is from now. */
function sosOf(found: Found, read: PhoneItem, now: number): SosItem {
  if (read.kind === 'fix') return { ...read, kind: 'sos' };
  const { battery, charging, connection, motion } = valuesOf(found);
  return {
    kind: 'sos',
    latitude: null,
    longitude: null,
    accuracy: null,
    timestamp: isoOf(momentOf(found.time, now, RULES) ?? now),
    altitude: null,
    speed: null,
    course: null,
    battery,
    charging,
    connection,
    motion,
  };
}
