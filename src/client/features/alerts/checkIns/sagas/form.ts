import { call, put } from 'typed-redux-saga';
import type { Services } from '#client/services/types';
import type { checkInFormOpened } from '../actions';
import { formShown } from '../slice';

/** Opens the form of a new check-in. */
export function* openForm({ ids }: Services, { payload }: ReturnType<typeof checkInFormOpened>) {
  yield* put(formShown({ clientId: yield* call(ids.next), ...payload }));
}
