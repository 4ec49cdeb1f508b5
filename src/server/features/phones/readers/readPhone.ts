import type { PhoneApp } from '#contract/phones';
import { type IncrementalTask, runToEnd } from '#shared/timeSlicing';
import { type Body, readBody } from './body';
import { readColota } from './colota';
import { readGpsLogger } from './gpslogger';
import type { PhoneItem, PhoneItems, PhoneRequest } from './items';
import { readOsmand } from './osmand';
import { readOverland } from './overland';
import { readOwnTracks } from './owntracks';

type Reader = (request: PhoneRequest, content: Body, now: number) => PhoneItems;

const READERS: Readonly<Record<PhoneApp, Reader>> = {
  owntracks: (_request, content, now) => readOwnTracks(content, now),
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
  runToEnd(readPhoneInSteps(request, now)).items;

/** The same in steps, so that a large request does not block the thread, with the body that was parsed for it. */
export function* readPhoneInSteps(
  request: PhoneRequest,
  now: number,
): IncrementalTask<{ items: PhoneItem[]; content: Body }> {
  const content = yield* readBody(request.body);
  return { items: yield* READERS[request.app](request, content, now), content };
}
