import { call, put, select } from 'typed-redux-saga';
import { request } from '#client/sagas/request';
import type { Services } from '#client/services/types';
import { selectAlerts } from '../../selectors';
import type { alertRead } from '../../slice';
import {
  type checkInEnded,
  type checkInExtended,
  type checkInFormOpened,
  type checkInSubmitted,
  missedCheckInSeen,
} from '../actions';
import { selectCheckInForm, selectCheckInTask, selectUnseenMissed } from '../selectors';
import { checkInChanged, formShown } from '../slice';
import { perform } from './perform';
import { acceptWith, bodyOf } from './requests';

/** Opens the form of a new check-in. */
export function* openForm({ ids }: Services, { payload }: ReturnType<typeof checkInFormOpened>) {
  yield* put(formShown({ clientId: yield* call(ids.next), ...payload }));
}

/** Starts a check-in, which may answer a request. */
export function* startCheckIn(services: Services, { payload }: ReturnType<typeof checkInSubmitted>) {
  const form = yield* select(selectCheckInForm);
  const before = yield* select(selectCheckInTask);
  // A second press on the same form; the start of another form waits for nothing.
  if (!form || (before?.isBusy && before.about === form.clientId)) return;
  const { clientId, requestId } = form;
  yield* perform(services, { name: 'start', about: clientId }, function* () {
    const body = yield* bodyOf(services, payload, clientId);
    if (requestId !== null) yield* acceptWith(services, requestId, body);
    else yield* put(checkInChanged(yield* request(services, 'startCheckIn', { body })));
  });
}

/** Makes it due later. */
export function* extendCheckIn(services: Services, { payload }: ReturnType<typeof checkInExtended>) {
  const { id, minutes } = payload;
  yield* perform(services, { name: 'extend', about: id }, function* () {
    yield* put(
      checkInChanged(yield* request(services, 'extendCheckIn', { params: { id }, body: { minutes } })),
    );
  });
}

/** Ends it: the user has arrived, or does not go. */
export function* endCheckIn(services: Services, { payload }: ReturnType<typeof checkInEnded>) {
  const { id, how } = payload;
  yield* perform(services, { name: how, about: id }, function* () {
    yield* put(checkInChanged(yield* request(services, 'endCheckIn', { params: { id }, body: { how } })));
  });
}

/** The user has seen that it was missed, so the server sends them no second alert. */
export function* reportSeen(services: Services, { payload: params }: ReturnType<typeof missedCheckInSeen>) {
  yield* put(checkInChanged(yield* request(services, 'seeCheckIn', { params })));
}

/** Who reads the alert that it was missed has seen it. */
export function* seeReadAlert(_services: Services, { payload }: ReturnType<typeof alertRead>) {
  const news = (yield* select(selectAlerts)).find(({ id }) => id === payload.id)?.news;
  if (!news || !('checkinId' in news) || news.what !== 'missed') return;
  const unseen = (yield* select(selectUnseenMissed)).some(({ id }) => id === news.checkinId);
  if (unseen) yield* put(missedCheckInSeen({ id: news.checkinId }));
}
