import { type Body, eachObject } from './body';
import { fixOf } from './fix';
import { ignored, type PhoneItem, type PhoneItems } from './items';
import { chargingOfCode, connectionOf, type Fields, field, firstNumber, motionOf, numberOf } from './values';

const KMH = 1 / 3.6;
const PERCENT = 1 / 100;
/** Seconds from 1970 to 2001, from which some versions count, and the times that can only be meant so. */
const FROM_2001_S = 978_307_200;
const EARLIEST_FROM_2001_S = 600_000_000;

/** OwnTracks: one message or a list of them. */
export function* readOwnTracks(content: Body, now: number): PhoneItems {
  if (content.kind === 'empty') return [ignored('empty')];
  return content.kind === 'json' ? yield* readMessages(content.value, now) : [ignored('unreadable')];
}

/** @param value one message or a list of them */
export const readMessages = (value: unknown, now: number): PhoneItems =>
  eachObject(value, (message) => readMessage(message, now));

function readMessage(message: Fields, now: number): PhoneItem {
  const type = field(message, '_type');
  if (type === 'encrypted') return ignored('encrypted');
  if (type !== 'location') return ignored('other_type');
  const [speed, battery] = [firstNumber(message, 'vel'), firstNumber(message, 'batt')];
  return fixOf(
    {
      latitude: firstNumber(message, 'lat'),
      longitude: firstNumber(message, 'lon'),
      accuracy: firstNumber(message, 'acc'),
      time: timeOfMessage(field(message, 'tst')),
      altitude: firstNumber(message, 'alt'),
      speed: speed === undefined ? undefined : speed * KMH,
      course: firstNumber(message, 'cog'),
      battery: battery === undefined ? undefined : battery * PERCENT,
      charging: chargingOfCode(field(message, 'bs')),
      connection: connectionOf(field(message, 'conn')),
      motion: motionOf(field(message, 'motionactivities')),
    },
    now,
  );
}

function timeOfMessage(written: unknown): unknown {
  const seconds = numberOf(written);
  const isFrom2001 = seconds !== undefined && seconds >= EARLIEST_FROM_2001_S && seconds < FROM_2001_S;
  return isFrom2001 ? seconds + FROM_2001_S : written;
}
