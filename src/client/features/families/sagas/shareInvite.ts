import { call, put, takeLatest, takeLeading, delay } from 'typed-redux-saga';
import { COPY_CONFIRMATION_MS } from '#contract/limits';
import { guarded } from '#client/sagas/guarded';
import type { Services, ShareSheet } from '#client/services/types';
import { linkCopied, linkCopyFailed, linkCopyForgotten, linkCopyRequested } from '../administration/slice';
import { inviteShareRequested, shareSheetFound } from '../firstSteps/slice';

/** Passes a family's invitation link on: by the system's share sheet where there is one, or by the clipboard. */
export function* shareInviteSaga(services: Services, sheet: ShareSheet) {
  yield* takeLatest(linkCopyRequested, guarded(copyLink), services);
  yield* takeLeading(inviteShareRequested, guarded(shareWith(sheet)), services);
  if (yield* call(sheet.isSupported)) yield* put(shareSheetFound());
}

/** Copies the invitation link and says so for a while, or that the browser does not allow it. */
function* copyLink(
  { clipboard, inviteCodes, log }: Services,
  { payload }: ReturnType<typeof linkCopyRequested>,
) {
  const link = yield* call(inviteCodes.getLink, payload.familyId);
  if (link === null) return;
  try {
    yield* call(clipboard.write, link);
  } catch (error) {
    yield* call(log.info, 'The invitation link was not copied:', error);
    yield* put(linkCopyFailed());
    return;
  }
  yield* put(linkCopied());
  yield* delay(COPY_CONFIRMATION_MS);
  yield* put(linkCopyForgotten());
}

/** Opens the share sheet. Closing it is no failure; after one the link is copied. */
const shareWith = (sheet: ShareSheet) =>
  function* shareLink(
    { inviteCodes, log }: Services,
    { payload: { familyId, text } }: ReturnType<typeof inviteShareRequested>,
  ) {
    const url = yield* call(inviteCodes.getLink, familyId);
    if (url === null) return;
    try {
      yield* call(sheet.open, { text, url });
    } catch (error) {
      yield* call(log.info, 'The share sheet did not open:', error);
      yield* put(linkCopyRequested({ familyId }));
    }
  };
