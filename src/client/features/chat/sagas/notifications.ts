import { call, select, takeEvery } from 'typed-redux-saga';
import { chatTag } from '#shared/chatNotification';
import type { Services } from '#client/services/types';
import { chatOpened } from '#client/store/pageActions';
import { selectChatFamilyId, selectReadings } from '../selectors';
import { memberRead, readingsLoaded } from '../slice';

/** Takes away the notification of a chat that is opened or read, here or on another device. */
export function* closeReadChats(services: Services) {
  yield* takeEvery(chatOpened, function* () {
    const familyId = yield* select(selectChatFamilyId);
    if (familyId !== null) yield* closeShown(services, [familyId]);
  });
  yield* takeEvery(readingsLoaded, function* ({ payload }) {
    yield* closeIfRead(
      services,
      payload.readings.map(({ familyId }) => familyId),
    );
  });
  yield* takeEvery(memberRead, function* ({ payload }) {
    if (payload.userId === payload.me) yield* closeIfRead(services, [payload.familyId]);
  });
}

function* closeIfRead(services: Services, familyIds: string[]) {
  const readings = yield* select(selectReadings);
  const read = familyIds.filter((id) => readings[id]?.unread === 0);
  if (read.length > 0) yield* closeShown(services, read);
}

function* closeShown({ loadPush, log }: Services, familyIds: string[]) {
  const tags = familyIds.map(chatTag);
  try {
    const push = yield* call(loadPush);
    yield* call(push.closeShown, (tag: string) => tags.includes(tag));
  } catch (error) {
    yield* call(log.failure, 'The notifications of a chat were not closed:', error);
  }
}
