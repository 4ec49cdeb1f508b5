import { type Body, eachObject, readForm } from './body';
import { fixOf } from './fix';
import { ignored, type PhoneItem, type PhoneItems, type PhoneRequest } from './items';
import { readNested } from './nestedLocation';
import { readBatch } from './overland';
import { chargingOfCode, type Fields, field, fieldsOf, firstGiven, firstNumber } from './values';

const PERCENT = 1 / 100;

/** Colota: its own names in JSON or query, and the forms of other apps, with metres per second in all of them. */
export function* readColota({ query }: PhoneRequest, content: Body, now: number): PhoneItems {
  if (content.kind === 'unreadable') return [ignored('unreadable')];
  if (content.kind === 'json') return yield* eachObject(content.value, (one) => readObject(one, now));
  const fields = { ...readForm(query), ...(content.kind === 'form' ? content.fields : {}) };
  return [Object.keys(fields).length === 0 ? ignored('empty') : readFlat(fields, now)];
}

function readObject(fields: Fields, now: number): PhoneItem | PhoneItems {
  if (field(fields, 'locations') !== undefined) return readBatch(fields, now);
  const location = field(fields, 'location');
  if (Array.isArray(location) || fieldsOf(location))
    return eachObject(location, (one) => readNested(one, now, {}));
  return readFlat(fields, now);
}

function readFlat(fields: Fields, now: number): PhoneItem {
  const type = firstGiven(fields, '_type');
  if (type !== undefined && type !== 'location')
    return ignored(type === 'encrypted' ? 'encrypted' : 'other_type');
  const battery = firstNumber(fields, 'batt');
  return fixOf(
    {
      latitude: firstNumber(fields, 'lat'),
      longitude: firstNumber(fields, 'lon'),
      accuracy: firstNumber(fields, 'acc', 'accuracy'),
      time: firstGiven(fields, 'tst', 'timestamp'),
      altitude: firstNumber(fields, 'alt', 'altitude'),
      speed: firstNumber(fields, 'vel', 'speed'),
      course: firstNumber(fields, 'bear', 'cog', 'bearing'),
      battery: battery === undefined ? undefined : battery * PERCENT,
      charging: chargingOfCode(firstGiven(fields, 'bs', 'charge')),
    },
    now,
  );
}
