import { type Body, eachObject } from './body';
import { fixOf } from './fix';
import { ignored, type PhoneItem, type PhoneItems, type PhoneRequest } from './items';
import { readMessages } from './owntracks';
import { type Fields, field, fieldsOf, firstGiven, firstNumber, motionOf, numberOf } from './values';

/** Overland: GeoJSON features in `locations`, then the newest in `current`. Its GET asks for the account's name only. */
export function* readOverland({ method }: PhoneRequest, content: Body, now: number): PhoneItems {
  if (method === 'GET') return [];
  if (content.kind === 'empty') return [ignored('empty')];
  if (content.kind !== 'json') return [ignored('unreadable')];
  const fields = fieldsOf(content.value);
  if (!fields) return yield* readFeatures(content.value, now);
  return yield* field(fields, '_type') === undefined ? readBatch(fields, now) : readMessages(fields, now);
}

/** An object with `locations` and perhaps `current`. */
export function* readBatch(batch: Fields, now: number): PhoneItems {
  const [locations, current] = [field(batch, 'locations'), firstGiven(batch, 'current')];
  if (!Array.isArray(locations) && (locations !== undefined || current === undefined))
    return [ignored('unreadable'), ...(current === undefined ? [] : yield* readFeatures(current, now))];
  return [
    ...(yield* readFeatures(locations ?? [], now)),
    ...(current === undefined ? [] : yield* readFeatures(current, now)),
  ];
}

const readFeatures = (value: unknown, now: number): PhoneItems =>
  eachObject(value, (feature) => readFeature(feature, now));

function readFeature(feature: Fields, now: number): PhoneItem {
  const properties = fieldsOf(field(feature, 'properties'));
  if (!properties) return ignored('unreadable');
  if (firstGiven(properties, 'action') !== undefined || field(properties, 'type') === 'trip')
    return ignored('event');
  const coordinates = field(fieldsOf(field(feature, 'geometry')) ?? {}, 'coordinates');
  const [longitude, latitude] = Array.isArray(coordinates) ? (coordinates as unknown[]) : [];
  return fixOf(
    {
      latitude: numberOf(latitude),
      longitude: numberOf(longitude),
      accuracy: firstNumber(properties, 'horizontal_accuracy'),
      time: field(properties, 'timestamp'),
      altitude: firstNumber(properties, 'altitude'),
      speed: firstNumber(properties, 'speed'),
      course: firstNumber(properties, 'course'),
      battery: firstNumber(properties, 'battery_level'),
      charging: chargingOf(field(properties, 'battery_state')),
      connection: firstGiven(properties, 'wifi') === undefined ? undefined : 'wifi',
      motion: motionOf(field(properties, 'motion')),
    },
    now,
    { refusesNegativeAccuracy: true },
  );
}

function chargingOf(state: unknown): boolean | undefined {
  if (state === 'unplugged') return false;
  return state === 'charging' || state === 'full' ? true : undefined;
}
