import { isPageOpened } from '#client/store/pageActions';
import { type Action, isAnyOf } from '@reduxjs/toolkit';
import { call, put, race, select, take } from 'typed-redux-saga';
import { bufferedChannel } from '#client/sagas/channels';
import type { Services } from '#client/services/types';
import { beginsPiece, type Day, indexAt, isStay } from '../day';
import { selectDay, selectPlayer } from '../selectors';
import { playerMoved } from '../reducer';
import { dayChosen, dayRequested, pausePressed, playerStopped, rangeChosen, rangeDayChosen } from '../slice';

/** Twenty times a second looks even, and is a third of the work of every frame. */
const TICK_MS = 50;
const LONGEST_TICK_MS = 1_000;
/** A stay takes no longer than this, but in real time: there is little to see in it. */
const LONGEST_STAY_MS = 2_000;

/** Moves through the day until its end, or until the person does something else. */
export function* play(services: Services) {
  const day = yield* select(selectDay);
  if (!day || day.track.count === 0) return void (yield* put(playerStopped()));
  yield* race({
    play: call(moveOn, services, day),
    stop: take((action: Action) => isStop(action) || isPageOpened(action)),
  });
  yield* put(playerStopped());
}

const isStop = isAnyOf(pausePressed, dayChosen, dayRequested, rangeChosen, rangeDayChosen);

function* moveOn({ clock }: Services, day: Day) {
  const { times } = day.track;
  const [start, end] = [times[0] ?? 0, times.at(-1) ?? 0];
  const before = (yield* select(selectPlayer)).at;
  if (before === null || before >= end) yield* put(playerMoved({ at: start }));
  let tickedAt = yield* call(clock.now);
  const ticks = bufferedChannel<'tick'>((emit) => clock.every(TICK_MS, () => emit('tick')));
  try {
    while (true) {
      yield* take(ticks);
      const now = yield* call(clock.now);
      const { at, speed } = yield* select(selectPlayer);
      // A page that was suspended continues where it was, and a clock that was set back moves nothing.
      const passed = Math.min(Math.max(0, now - tickedAt), LONGEST_TICK_MS);
      tickedAt = now;
      const next = overGap(day, Math.min(end, momentAfter(day, at ?? start, passed, speed)));
      yield* put(playerMoved({ at: next }));
      if (next >= end) return;
    }
  } finally {
    ticks.close();
  }
}

/** The moment of the day after some milliseconds. @param speed how many times faster than it was */
function momentAfter({ stops }: Day, at: number, passed: number, speed: number): number {
  const stay = speed > 1 && stops.find((stop) => isStay(stop) && stop.start <= at && at < stop.end);
  if (!stay) return at + passed * speed;
  const pace = Math.max(speed, (stay.end - stay.start) / LONGEST_STAY_MS);
  return Math.min(stay.end, at + passed * pace);
}

/** In a gap there is nothing to see: on to its end. */
function overGap({ track }: Day, moment: number): number {
  const next = indexAt(track.times, moment) + 1;
  return next < track.count && beginsPiece(track, next) && moment > (track.times[next - 1] ?? 0)
    ? (track.times[next] ?? moment)
    : moment;
}
