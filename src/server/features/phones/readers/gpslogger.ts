import { type Body, eachObject, readForm } from './body';
import { fixOf } from './fix';
import { ignored, type PhoneItem, type PhoneItems, type PhoneRequest } from './items';
import { timeOf } from './times';
import { booleanOf, type Fields, field, firstGiven, firstNumber } from './values';

const KMH = 1 / 3.6;
const PERCENT = 1 / 100;
/** They are read again for each object of the body. The app has about 20. */
const FIELDS_IN_QUERY = 100;
const TIMES = ['time', 'timeoffset', 'timestamp', 'tst'];

/** GPSLogger: names of the user's choice in query, form or JSON, in any case. */
export function* readGpsLogger({ query }: PhoneRequest, content: Body, now: number): PhoneItems {
  if (content.kind === 'unreadable') return [ignored('unreadable')];
  const inQuery = Object.fromEntries(Object.entries(readForm(query)).slice(0, FIELDS_IN_QUERY));
  if (content.kind === 'json')
    return yield* eachObject(content.value, (one) => readFields({ ...inQuery, ...one }, now));
  const fields = { ...inQuery, ...(content.kind === 'form' ? content.fields : {}) };
  return [Object.keys(fields).length === 0 ? ignored('empty') : readFields(fields, now)];
}

function readFields(written: Fields, now: number): PhoneItem {
  const fields = Object.fromEntries(
    Object.entries(written).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const type = firstGiven(fields, '_type');
  if (type !== undefined && type !== 'location') return ignored('other_type');
  const first = (...names: string[]): number | undefined => firstNumber(fields, ...names);
  const kmh = first('spd_kph');
  const battery = known(first('batt', 'battery', 'bat'));
  const found = {
    latitude: first('lat', 'latitude'),
    longitude: first('lon', 'lng', 'longitude'),
    accuracy: first('acc', 'accuracy'),
    time: firstTime(fields, now),
    altitude: known(first('alt', 'altitude')),
    speed: first('spd', 'speed', 'vel', 's') ?? (kmh === undefined ? undefined : kmh * KMH),
    course: first('dir', 'bearing', 'bear', 'cog', 'course'),
    battery: battery === undefined ? undefined : battery * PERCENT,
    charging: booleanOf(firstGiven(fields, 'ischarging', 'charging', 'charge')),
  };
  return fixOf(found, now, { isTimeOptional: true });
}

/** The app writes 0 for what it does not know. */
const known = (value: number | undefined): number | undefined => (value === 0 ? undefined : value);

/** The first field that holds a time; without one, the first that is given. */
function firstTime(fields: Fields, now: number): unknown {
  const readable = TIMES.find((name) => timeOf(field(fields, name), now) !== undefined);
  return readable === undefined ? firstGiven(fields, ...TIMES) : field(fields, readable);
}
