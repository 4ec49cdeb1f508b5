import { call, put, select } from 'typed-redux-saga';
import type { MemberJoined } from '#contract/inbox';
import { bufferedChannel, watchChannel } from '#client/sagas/channels';
import type { Services } from '#client/services/types';
import { joinedArrival } from '../joinedArrival';
import { selectSeenKeys } from '../selectors';
import { alertArrived } from '../slice';

/** Puts into the store that someone has joined a family of the user; once, also when it is delivered again. */
export function* watchJoined({ socket, clock }: Services) {
  const joinings = bufferedChannel<MemberJoined>((emit) => socket.on('member:joined', emit));
  yield* watchChannel(joinings, function* (news) {
    const arrival = joinedArrival(news);
    if ((yield* select(selectSeenKeys)).includes(arrival.key)) return;
    yield* put(alertArrived({ arrival, now: yield* call(clock.now) }));
  });
}
