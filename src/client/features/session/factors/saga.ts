import { call, put, takeLatest, takeLeading } from 'typed-redux-saga';
import { guarded } from '#client/sagas/guarded';
import { request } from '#client/sagas/request';
import { runTask } from '#client/sagas/runTask';
import type { Services } from '#client/services/types';
import { accountOpened } from '#client/store/pageActions';
import {
  factorRemovalConfirmed,
  passkeyConfirmed,
  recoveryCodesConfirmed,
  taskDone,
  taskFailed,
  totpCodeSubmitted,
  totpConfirmed,
} from '../account/slice';
import { accountNoticed } from '../devices/slice';
import { requestConfirmed } from '../sagas/secondStep';
import { connectionEstablished } from '../slice';
import {
  factorsLoaded,
  factorsOutdated,
  factorsUnavailable,
  recoveryCodesCounted,
  recoveryCodesSaveRequested,
  secretClosed,
  secretShown,
} from './slice';

const taskFacts = { done: taskDone, failed: taskFailed };

/** The user's second factors. Loaded with the account page. */
export function* factorsSaga(services: Services) {
  yield* takeLatest(
    [accountOpened, accountNoticed, connectionEstablished, factorsOutdated],
    guarded(loadFactors),
    services,
  );
  yield* takeLeading(totpConfirmed, guarded(startTotp), services);
  yield* takeLeading(totpCodeSubmitted, guarded(confirmTotp), services);
  yield* takeLeading(passkeyConfirmed, guarded(addPasskey), services);
  yield* takeLeading(factorRemovalConfirmed, guarded(removeFactor), services);
  yield* takeLeading(recoveryCodesConfirmed, guarded(renewRecoveryCodes), services);
  yield* takeLeading(recoveryCodesSaveRequested, guarded(saveRecoveryCodes), services);
  yield* takeLeading(secretClosed, guarded(clearSecret), services);
  yield* put(factorsOutdated());
}

/** Other servers have no second factors. */
function* loadFactors(services: Services) {
  try {
    const factors = yield* request(services, 'listFactors', {});
    yield* put(factorsLoaded({ factors }));
    if (factors.length === 0) return;
    yield* put(recoveryCodesCounted(yield* request(services, 'recoveryCodesLeft', {})));
  } catch (error) {
    yield* call(services.log.info, 'The second factors were not loaded:', error);
    yield* put(factorsUnavailable());
  }
}

function* startTotp(services: Services, { payload: body }: ReturnType<typeof totpConfirmed>) {
  yield* runTask(taskFacts, 'addTotp', 'authenticator_not_added', function* () {
    const totp = yield* requestConfirmed(services, 'startTotp', { body });
    services.shownSecrets.show({ totp });
    yield* put(secretShown({ what: 'totp' }));
    return null;
  });
}

function* confirmTotp(services: Services, { payload }: ReturnType<typeof totpCodeSubmitted>) {
  yield* runTask(taskFacts, 'confirmTotp', 'authenticator_not_added', function* () {
    const body = { code: payload.oneTimePassword };
    const { recoveryCodes } = yield* requestConfirmed(services, 'confirmTotp', { body });
    yield* showCodes(services, recoveryCodes);
    return null;
  });
}

function* addPasskey(services: Services, { payload: body }: ReturnType<typeof passkeyConfirmed>) {
  yield* runTask(taskFacts, 'addPasskey', 'passkey_not_added', function* () {
    const options = yield* requestConfirmed(services, 'startPasskey', { body });
    const attestation = yield* call(services.passkeys.create, options);
    const { recoveryCodes } = yield* requestConfirmed(services, 'addPasskey', { body: { attestation } });
    yield* showCodes(services, recoveryCodes);
    return null;
  });
}

function* removeFactor(services: Services, { payload }: ReturnType<typeof factorRemovalConfirmed>) {
  const { id, currentPassword } = payload;
  yield* runTask(taskFacts, 'removeFactor', 'factor_not_removed', function* () {
    yield* requestConfirmed(services, 'deleteFactor', { params: { id }, body: { currentPassword } });
    // The question stays until the list is the new one, so that no button is for a factor that is gone.
    yield* call(loadFactors, services);
    return null;
  });
}

function* renewRecoveryCodes(
  services: Services,
  { payload: body }: ReturnType<typeof recoveryCodesConfirmed>,
) {
  yield* runTask(taskFacts, 'renewCodes', 'recovery_codes_not_renewed', function* () {
    const { recoveryCodes } = yield* requestConfirmed(services, 'renewRecoveryCodes', { body });
    yield* showCodes(services, recoveryCodes);
    return null;
  });
}

function* saveRecoveryCodes({ shownSecrets, files }: Services) {
  const { recoveryCodes = [] } = (yield* call(shownSecrets.get)) ?? {};
  const text = recoveryCodes.map((code) => `${code}\n`).join('');
  yield* call(files.save, 'kinmap-recovery-codes.txt', new Blob([text], { type: 'text/plain' }));
}

/** Codes come with the first factor, and when they are renewed. */
function* showCodes({ shownSecrets }: Services, recoveryCodes: readonly string[]) {
  yield* put(factorsOutdated());
  if (recoveryCodes.length === 0) return void (yield* put(secretClosed()));
  shownSecrets.show({ recoveryCodes });
  yield* put(secretShown({ what: 'recoveryCodes' }));
}

function* clearSecret({ shownSecrets }: Services) {
  yield* call(shownSecrets.show, null);
}
