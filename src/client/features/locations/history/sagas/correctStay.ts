import { put, call, fork, select, take } from 'typed-redux-saga';
import type { Timeline } from '#contract/timeline';
import { reasonOf, request } from '#client/sagas/request';
import type { Services } from '#client/services/types';
import { correctionOf, replacedBy } from '../corrections';
import { selectCorrection, selectDate, selectHistoryUserId, selectTimeline } from '../selectors';
import {
  correctionClosed,
  correctionFailed,
  correctionOpened,
  correctionSaved,
  type correctionSubmitted,
  type correctionUndone,
  dayRequested,
} from '../slice';
import { loadTimeline } from './loadDay';

/** Stores what the user says of the stay whose form is open. */
export function* saveCorrection(services: Services, { payload }: ReturnType<typeof correctionSubmitted>) {
  const { entry } = yield* select(selectCorrection);
  const timeline = yield* select(selectTimeline);
  const body = timeline && entry !== null ? correctionOf(timeline, entry, payload) : null;
  if (!timeline || !body) return void (yield* put(correctionFailed({ code: 'correction_not_saved' })));
  const id = replacedBy(timeline, body)?.id ?? (yield* call(services.ids.next));
  yield* perform(services, () => request(services, 'putCorrection', { params: { id }, body }));
}

/** Takes a correction back. */
export function* undoCorrection(services: Services, { payload }: ReturnType<typeof correctionUndone>) {
  const { id } = payload;
  yield* perform(services, () => request(services, 'deleteCorrection', { params: { id } }));
}

/** Calls the server, and loads the stays and trips as they are then. */
function* perform(services: Services, work: () => Generator<unknown, unknown>) {
  const form = yield* fork(untilFormLeft);
  const isFormLeft = () => !form.isRunning();
  try {
    yield* work();
    yield* reloadTimeline(services, isFormLeft);
  } catch (error) {
    yield* call(services.log.failure, 'A correction was not saved:', error);
    const reason = reasonOf(error, 'correction_not_saved');
    yield* put(correctionFailed({ ...reason, isFormLeft: isFormLeft() }));
  } finally {
    form.cancel();
  }
}

function* untilFormLeft() {
  yield* take([correctionClosed, correctionOpened]);
}

/** The positions are the same, so the day stays on the screen. */
function* reloadTimeline(services: Services, isFormLeft: () => boolean) {
  const userId = yield* select(selectHistoryUserId);
  const date = yield* select(selectDate);
  if (userId === null || date === null) return;
  let before: Timeline | null;
  let timeline: Timeline | null;
  do {
    before = yield* select(selectTimeline);
    // The zone of the day that is shown.
    const tz = before?.tz ?? (yield* call(services.page.timeZone));
    timeline = yield* loadTimeline(services, { params: { userId }, query: { date, tz } });
    // Meanwhile another day may have been opened.
    if ((yield* select(selectDate)) !== date || (yield* select(selectHistoryUserId)) !== userId) return;
    // Another correction may have been saved meanwhile, which this answer may not hold.
  } while ((yield* select(selectTimeline)) !== before);
  yield* put(timeline ? correctionSaved({ timeline, isFormLeft: isFormLeft() }) : dayRequested());
}
