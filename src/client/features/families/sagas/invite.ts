import { call, delay, put } from 'typed-redux-saga';
import { COPY_CONFIRMATION_MS } from '#contract/limits';
import type { Services } from '#client/services/types';
import { inviteCopied, inviteCopyForgotten, type inviteCopyRequested } from '../slice';

/** Copies a family's invitation code and says so for a while. */
export function* copyInvite(
  { clipboard, inviteCodes }: Services,
  { payload }: ReturnType<typeof inviteCopyRequested>,
) {
  const code = yield* call(inviteCodes.get, payload.familyId);
  if (code === null) return;
  yield* call(clipboard.write, code);
  yield* put(inviteCopied());
  yield* delay(COPY_CONFIRMATION_MS);
  yield* put(inviteCopyForgotten());
}
