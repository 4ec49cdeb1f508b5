import { call, put, select } from 'typed-redux-saga';
import { bufferedChannel, watchChannel } from '#client/sagas/channels';
import type { Services } from '#client/services/types';
import { selectAlerts, selectSeenKeys } from '../../selectors';
import { alertArrived, type Arrival, callOfNews } from '../../slice';
import { callNews } from '../news';

/** Puts answers to the user's SOS, and the ends of calls, into the store, once however often they are delivered. */
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

/** The first answer sounds in one tab: a caller may not look at the screen. That a person has seen the call is none. */
export function* soundFirstAnswer(
  { alarm, tabs }: Services,
  { payload: { arrival } }: ReturnType<typeof alertArrived>,
) {
  if (!isHelp(arrival)) return;
  const id = callOfNews(arrival);
  const answers = (yield* select(selectAlerts)).filter((alert) => isHelp(alert) && callOfNews(alert) === id);
  if (answers.some(({ key }) => key !== arrival.key)) return;
  if (yield* call(tabs.acquireOnce, `answered ${id}`)) yield* call(() => alarm.play('answer'));
}

const isHelp = ({ news }: Arrival): boolean =>
  news !== undefined && 'answer' in news && news.answer !== 'seen';
