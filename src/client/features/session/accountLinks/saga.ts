import { call, put, takeEvery, takeLeading } from 'typed-redux-saga';
import { guarded } from '#client/sagas/guarded';
import { request, reasonOf } from '#client/sagas/request';
import type { AppError, ClientErrorCode, Services } from '#client/services/types';
import { accountLinkOpened } from '#client/store/pageActions';
import { IDLE_OUTCOME } from '#client/store/tasks';
import { validateNewPassword } from '../password';
import { emailLinkConfirmed, newPasswordSubmitted, resetLinkRequested } from './actions';
import { accountLinkProgressed } from './slice';

/** The pages that are of no use without a link. */
const LINKED_PAGES: ReadonlySet<string> = new Set(['reset-password', 'confirm-email', 'undo-email']);

/**
 * The pages to which emails lead, and the one that sends such an email. Loaded when the first of them opens. The link's
 * token is in no action and not in the store.
 * @param path of the page that has opened
 */
export function* accountLinksSaga(services: Services, path?: string) {
  let token = '';
  function* open(opened: string | undefined) {
    token = yield* call(services.page.takeFragment);
    const error = opened !== undefined && LINKED_PAGES.has(opened) ? tokenProblem(token) : null;
    yield* put(accountLinkProgressed(error ? { status: 'failed', error } : IDLE_OUTCOME));
  }
  yield* open(path);
  yield* takeEvery(accountLinkOpened, ({ payload }) => open(payload));
  yield* takeLeading(resetLinkRequested, guarded(requestResetLink), services);
  yield* takeLeading(
    newPasswordSubmitted,
    guarded((_services: Services, { payload }: ReturnType<typeof newPasswordSubmitted>) =>
      resetPassword(services, token, payload),
    ),
    services,
  );
  yield* takeLeading(
    emailLinkConfirmed,
    guarded((_services: Services, { payload: route }: ReturnType<typeof emailLinkConfirmed>) =>
      send('profile_not_updated', tokenProblem(token), () => request(services, route, { body: { token } })),
    ),
    services,
  );
}

function* requestResetLink(services: Services, { payload }: ReturnType<typeof resetLinkRequested>) {
  yield* send('email_not_sent', null, () => request(services, 'forgotPassword', { body: payload }));
}

function* resetPassword(
  services: Services,
  token: string,
  form: ReturnType<typeof newPasswordSubmitted>['payload'],
) {
  const problem = tokenProblem(token) ?? validateNewPassword(form);
  const body = { token, newPassword: form.newPassword };
  yield* send('password_not_updated', problem, () => request(services, 'resetPassword', { body }));
}

/** A reloaded page has no token, because the first load removed it from the address. */
const tokenProblem = (token: string): AppError | null => (token === '' ? { code: 'link_missing' } : null);

/**
 * Sends a request and puts its outcome.
 * @param failure the error for an answer without a reason
 * @param problem why nothing can be sent
 */
function* send(failure: ClientErrorCode, problem: AppError | null, work: () => Generator) {
  if (problem) return void (yield* put(accountLinkProgressed({ status: 'failed', error: problem })));
  yield* put(accountLinkProgressed({ status: 'busy' }));
  try {
    yield* work();
    yield* put(accountLinkProgressed({ status: 'done', result: null }));
  } catch (error) {
    yield* put(accountLinkProgressed({ status: 'failed', error: reasonOf(error, failure) }));
  }
}
