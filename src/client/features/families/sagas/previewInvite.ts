import { call, put } from 'typed-redux-saga';
import { INVITE_CODE_LENGTH } from '#contract/limits';
import { request } from '#client/sagas/request';
import { RequestFailed } from '#client/services/errors';
import type { Services } from '#client/services/types';
import { invitePreviewed } from '../slice';

/**
 * Shows which family an invitation code belongs to. Asks the server only about complete codes, because attempts with wrong
 * codes are limited; joining works without a preview.
 */
export function* previewInvite(services: Services, inviteCode: string) {
  if (inviteCode.replace(/[\s-]/gu, '').length !== INVITE_CODE_LENGTH) return;
  try {
    yield* put(invitePreviewed(yield* request(services, 'previewInvite', { body: { inviteCode } })));
  } catch (error) {
    if (error instanceof RequestFailed && error.status === 404) yield* put(invitePreviewed('unknown'));
    else yield* call(services.log.info, 'The family of a code was not loaded:', error);
  }
}
