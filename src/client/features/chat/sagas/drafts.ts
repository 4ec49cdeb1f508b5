import { put, select, take, takeEvery } from 'typed-redux-saga';
import type { Services } from '#client/services/types';
import { familyLeft } from '#client/features/families/slice';
import { selectUser } from '#client/features/session/selectors';
import { chatOpened } from '#client/store/pageActions';
import { selectChatOpened } from '../selectors';
import { draftLeft } from '../slice';

/** Where a device keeps what a person has half written to a family. */
const draftKey = (userId: string, familyId = '') => `draft:${userId}:${familyId}`;

/** Keeps what is half written on this device, so that a reload loses none of it. */
export function* keepDrafts({ storage }: Services) {
  const user = yield* select(selectUser);
  if (!user) return;
  const prefix = draftKey(user.id);
  if (!(yield* select(selectChatOpened))) yield* take(chatOpened);
  for (const key of storage.keys(prefix))
    yield* put(draftLeft({ familyId: key.slice(prefix.length), content: storage.get(key) ?? '' }));
  yield* takeEvery(draftLeft, function* ({ payload: { familyId, content } }) {
    const isSignedIn = (yield* select(selectUser))?.id === user.id;
    if (isSignedIn && content !== '') storage.set(draftKey(user.id, familyId), content);
    else storage.remove(draftKey(user.id, familyId));
  });
  yield* takeEvery(familyLeft, ({ payload }) => storage.remove(draftKey(user.id, payload.familyId)));
}
