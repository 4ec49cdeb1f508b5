import { call, put, select } from 'typed-redux-saga';
import { bufferedChannel, watchChannel } from '#client/sagas/channels';
import type { Services } from '#client/services/types';
import { selectAlerts, selectSeenKeys } from '../../selectors';
import { alertArrived, type Arrival, callOfNews } from '../../slice';
import { callNews } from '../news';

/** Puts answers to the user's SOS, and the ends of calls, into the store; each once, also when it is delivered again. */
export function* watchNews({ socket, clock }: Services) {
  const arrivals = bufferedChannel<Arrival>((emit) => {
    const stops = [
      socket.on('sos:answered', (answered) => emit(callNews(answered))),
      socket.on('sos:ended', (ended) => emit(callNews(ended))),
    ];
    return () => stops.forEach((stop) => stop());
  });
  yield* watchChannel(arrivals, function* (arrival) {
    if ((yield* select(selectSeenKeys)).includes(arrival.key)) return;
    yield* put(alertArrived({ arrival, now: yield* call(clock.now) }));
  });
}

/** Plays a sound for the first answer, in one tab, because a caller may not look at the screen. 'seen' has no sound. */
export function* soundFirstAnswer(
  { alarm, tabs }: Services,
  { payload: { arrival } }: ReturnType<typeof alertArrived>,
) {
  if (!isMoreThanSeen(arrival)) return;
  const id = callOfNews(arrival);
  const answers = (yield* select(selectAlerts)).filter(
    (alert) => isMoreThanSeen(alert) && callOfNews(alert) === id,
  );
  if (answers.some(({ key }) => key !== arrival.key)) return;
  if (yield* call(tabs.acquireOnce, `answered ${id}`)) yield* call(() => alarm.play('answer'));
}

const isMoreThanSeen = ({ news }: Arrival): boolean =>
  news !== undefined && 'answer' in news && news.answer !== 'seen';
