import type { PhoneApp } from '#contract/phones';
import { runToEnd } from '#shared/timeSlicing';
import { readColota } from './colota';
import { readGpsLogger } from './gpslogger';
import type { PhoneItem, PhoneItems, PhoneRequest } from './items';
import { readOsmand } from './osmand';
import { readOverland } from './overland';
import { readOwnTracks } from './owntracks';

const READERS: Readonly<Record<PhoneApp, (request: PhoneRequest, now: number) => PhoneItems>> = {
  owntracks: readOwnTracks,
  overland: readOverland,
  osmand: readOsmand,
  gpslogger: readGpsLogger,
  colota: readColota,
};

/**
 * What a request of an app says, in its own order. Reads anything, throws nothing, and one bad item takes no other along.
 * @param now epoch milliseconds
 */
export const readPhone = (request: PhoneRequest, now: number): PhoneItem[] =>
  runToEnd(readPhoneInSteps(request, now));

/** The same in steps, so that a large request does not block the thread. */
export const readPhoneInSteps = (request: PhoneRequest, now: number): PhoneItems =>
  READERS[request.app](request, now);
