import { batteryOf, type Found, fixOf, isoOf, momentOf, type Rules } from './fix';
import { ignored, type PhoneItem } from './items';
import { type Fields, booleanOf, field, fieldsOf, firstNumber, motionOf } from './values';

/** What a request says besides where the phone is. */
type Heartbeat = Pick<Found, 'time' | 'battery' | 'charging'>;

/** The phone is there. @param now epoch milliseconds */
export function aliveOf({ time, battery, charging }: Heartbeat, now: number, rules: Rules): PhoneItem {
  const at = momentOf(time, now, rules);
  if (at === undefined) return ignored('bad_time');
  return { kind: 'alive', timestamp: isoOf(at), battery: batteryOf(battery), charging: charging ?? null };
}

/** The form of Traccar Client 9, which Colota has as well: `coords`, `battery`, `activity`. */
export function readNested(location: Fields, now: number, rules: Rules): PhoneItem {
  const found = foundIn(location);
  return fieldsOf(field(location, 'coords')) ? fixOf(found, now, rules) : aliveOf(found, now, rules);
}

/** What such a location holds. */
export function foundIn(location: Fields): Found {
  const part = (name: string): Fields => fieldsOf(field(location, name)) ?? {};
  const [coords, battery] = [part('coords'), part('battery')];
  const rests = field(location, 'is_moving') === false ? 'stationary' : undefined;
  return {
    latitude: firstNumber(coords, 'latitude'),
    longitude: firstNumber(coords, 'longitude'),
    accuracy: firstNumber(coords, 'accuracy'),
    time: field(location, 'timestamp'),
    altitude: firstNumber(coords, 'altitude'),
    speed: firstNumber(coords, 'speed'),
    course: firstNumber(coords, 'heading'),
    battery: firstNumber(battery, 'level'),
    charging: booleanOf(field(battery, 'is_charging')),
    motion: motionOf([field(part('activity'), 'type'), rests]),
  };
}
