import { all, call, delay, put, select } from 'typed-redux-saga';
import type { historyOpened } from '#client/store/pageActions';
import type { HistoryBlock, HistoryEntry } from '#contract/locations';
import type { Timeline } from '#contract/timeline';
import { dateInTimeZone } from '#shared/days';
import { packFixes } from '#shared/historyCodec';
import { runSlice, type IncrementalTask } from '#shared/timeSlicing';
import { request } from '#client/sagas/request';
import { RequestFailed } from '#client/services/errors';
import type { RouteInput, Clock, Services } from '#client/services/types';
import { readDay } from '../day';
import { selectUser } from '#client/features/session/selectors';
import { writeStoredDay, type StoredDay, readStoredDay } from '../storedDay';
import {
  selectDate,
  selectHistoryPerson,
  selectHistoryStatus,
  selectHistoryUserId,
  selectIsLocalTime,
} from '../selectors';
import {
  currentDateResolved,
  dayChosen,
  type dayDeleted,
  dayLoaded,
  dayLoadFailed,
  type dayRequested,
  type localTimeChosen,
} from '../slice';

type DayAction = ReturnType<
  typeof historyOpened | typeof dayChosen | typeof dayRequested | typeof localTimeChosen | typeof dayDeleted
>;

/** Asks for the zone in which the member was (`contract/timeline.ts`, which would bring its schemas along). */
const LOCAL_ZONE = 'local';

/** While the user types a year, each digit makes a valid date. */
const TYPING_PAUSE_MS = 250;

/** Loads the chosen day. Its track and timeline are computed in slices, so that the page stays responsive. */
export function* loadDay(services: Services, action: DayAction) {
  const { clock, log, page } = services;
  if (dayChosen.match(action)) yield* delay(TYPING_PAUSE_MS);
  // The reducer ignores an empty date and one in the future.
  if ((yield* select(selectHistoryStatus)) !== 'loading') return;
  const tz = yield* call(page.timeZone);
  const today = dateInTimeZone(yield* call(clock.now), tz);
  yield* put(currentDateResolved({ today, timeZone: tz }));
  const userId = yield* select(selectHistoryUserId);
  const date = yield* select(selectDate);
  if (userId === null || date === null) return;
  try {
    const { blocks, timeline } = yield* loadBoth(services, { userId, date, tz });
    yield* inSlices(readDay(blocks), clock);
    yield* put(dayLoaded({ blocks, timeline }));
    yield* storeDay(services, { userId, date, blocks, timeline });
  } catch (error) {
    yield* call(log.failure, 'Loading a day failed:', error);
    yield* failOrShowStored(services, error, { userId, date });
  }
}

/** The day of this device's zone, or of the one in which the member was, which the server knows. */
function* loadBoth(services: Services, { userId, date, tz }: { userId: string; date: string; tz: string }) {
  const params = { userId };
  if (yield* select(selectIsLocalTime)) {
    const timeline = yield* loadTimeline(services, { params, query: { date, tz: LOCAL_ZONE } });
    const query = { date, tz: timeline?.tz ?? tz };
    return { timeline, blocks: yield* call(loadBlocks, services, { params, query }) };
  }
  const input = { params, query: { date, tz } };
  return yield* all({
    blocks: call(loadBlocks, services, input),
    timeline: call(loadTimeline, services, input),
  });
}

function* storeDay({ clock, storage }: Services, day: Omit<StoredDay, 'savedAt'>) {
  const viewer = yield* select(selectUser);
  const savedAt = yield* call(clock.now);
  if (viewer) yield* call(writeStoredDay, storage, viewer.id, { ...day, savedAt });
}

/** Without an answer, a stored day is shown in its place, or offered when it is another one. */
function* failOrShowStored(
  { storage, clock }: Services,
  error: unknown,
  { userId, date }: { userId: string; date: string },
) {
  const detail = error instanceof RequestFailed ? error.reason : null;
  const viewer = yield* select(selectUser);
  const isUnanswered = error instanceof RequestFailed && error.status === null;
  // Nothing is shown of a member who has left the family.
  const isKnown = (yield* select(selectHistoryPerson)) !== null;
  const day =
    viewer && isUnanswered && isKnown ? yield* call(readStoredDay, storage, viewer.id, userId) : null;
  if (day?.date !== date)
    return void (yield* put(
      dayLoadFailed({ detail, stored: day && { date: day.date, savedAt: day.savedAt } }),
    ));
  const { blocks, timeline, savedAt } = day;
  try {
    yield* inSlices(readDay(blocks), clock);
    yield* put(dayLoaded({ blocks, timeline, savedAt }));
  } catch {
    yield* put(dayLoadFailed({ detail }));
  }
}

function* loadBlocks(services: Services, input: RouteInput<'locationHistory'>) {
  const answer = yield* request(services, 'locationHistory', input);
  return Array.isArray(answer) ? packedEntries(answer) : answer.blocks;
}

/** The stays and trips of the day; null from a server that does not compute them. */
export function* loadTimeline(services: Services, input: RouteInput<'dayTimeline'>) {
  try {
    // A server that does not know the route may answer anything.
    const answer: Partial<Timeline> | undefined = yield* request(services, 'dayTimeline', input);
    return Array.isArray(answer?.entries) ? (answer as Timeline) : null;
  } catch (error) {
    yield* call(services.log.info, 'No stays and trips:', error);
    return null;
  }
}

/** Does long work in slices; between them the page draws and responds. */
function* inSlices(steps: IncrementalTask<unknown>, { now, nextTask }: Clock) {
  while (!runSlice(steps, now).done) yield* call(nextTask);
}

/** Packs the list from a server that has no columns: it may be in any order, and have two entries of one moment. */
function packedEntries(entries: readonly HistoryEntry[]): HistoryBlock[] {
  const fixes = entries
    .map(({ timestamp, ...fix }) => ({ ...fix, at: Date.parse(timestamp) }))
    .toSorted((a, b) => a.at - b.at)
    .filter(({ at }, index, sorted) => at !== sorted[index - 1]?.at);
  return fixes.length === 0 ? [] : [packFixes(fixes)];
}
