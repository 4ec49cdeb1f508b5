import { call, put } from 'typed-redux-saga';
import type { CheckInInput } from '#contract/checkIns';
import { request } from '#client/sagas/request';
import type { Services } from '#client/services/types';
import type {
  checkInRequestAccepted,
  checkInRequestDeclined,
  checkInRequested,
  NewCheckIn,
} from '../actions';
import { checkInRequestChanged } from '../slice';
import { loadCheckIns } from './known';
import { perform } from './perform';

/** A new check-in as the server takes it. @param clientId the same for each try; a new one by default */
export function* bodyOf(
  { ids, page }: Services,
  { geofenceId, dueAt, ...rest }: NewCheckIn,
  clientId?: string,
): Generator<unknown, CheckInInput> {
  return {
    ...rest,
    clientId: clientId ?? (yield* call(ids.next)),
    dueAt: new Date(dueAt).toISOString(),
    timeZone: yield* call(page.timeZone),
    ...(geofenceId !== null && { geofenceId }),
  };
}

/** Accepts a request. @param checkin undefined where the user is on the way already */
export function* acceptWith(services: Services, id: string, checkin: CheckInInput | undefined) {
  const body = checkin ? { accept: true, checkin } : { accept: true };
  yield* put(
    checkInRequestChanged(yield* request(services, 'answerCheckInRequest', { params: { id }, body })),
  );
  // The answer holds the request alone.
  if (checkin) yield* loadCheckIns(services);
}

/** Asks a member for a check-in. */
export function* askForCheckIn(services: Services, { payload }: ReturnType<typeof checkInRequested>) {
  yield* perform(services, { name: 'ask', about: payload.userId }, function* () {
    yield* put(checkInRequestChanged(yield* request(services, 'requestCheckIn', { body: payload })));
  });
}

/** Accepts a request with one tap. */
export function* acceptRequest(services: Services, { payload }: ReturnType<typeof checkInRequestAccepted>) {
  const { id, checkIn } = payload;
  yield* perform(services, { name: 'answer', about: id }, function* () {
    yield* acceptWith(services, id, checkIn ? yield* bodyOf(services, checkIn) : undefined);
  });
}

/** Declines one. */
export function* declineRequest(services: Services, { payload }: ReturnType<typeof checkInRequestDeclined>) {
  const params = payload;
  yield* perform(services, { name: 'answer', about: params.id }, function* () {
    const body = { accept: false };
    yield* put(checkInRequestChanged(yield* request(services, 'answerCheckInRequest', { params, body })));
  });
}
