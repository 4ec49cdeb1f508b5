import { call, delay, put } from 'typed-redux-saga';
import { COPY_CONFIRMATION_MS } from '#contract/limits';
import type { Services } from '#client/services/types';
import { inviteCopied, inviteCopyFailed, inviteCopyForgotten, type inviteCopyRequested } from '../slice';

/** Copies a family's invitation code and says so for a while, or that the browser does not allow it. */
export function* copyInvite(
  { clipboard, inviteCodes, log }: Services,
  { payload }: ReturnType<typeof inviteCopyRequested>,
) {
  const code = yield* call(inviteCodes.get, payload.familyId);
  if (code === null) return;
  try {
    yield* call(clipboard.write, code);
  } catch (error) {
    yield* call(log.info, 'The invitation code was not copied:', error);
    yield* put(inviteCopyFailed());
    return;
  }
  yield* put(inviteCopied());
  yield* delay(COPY_CONFIRMATION_MS);
  yield* put(inviteCopyForgotten());
}
