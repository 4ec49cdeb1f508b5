import { call, delay, put, select, takeLatest, takeLeading } from 'typed-redux-saga';
import { COPY_CONFIRMATION_MS } from '#contract/limits';
import { guarded } from '#client/sagas/guarded';
import type { PhoneServer, Services } from '#client/services/types';
import type { Connecting } from '../reducer';
import { selectConnecting } from '../selectors';
import { ownTracksConfiguration, type SetUp, valuesToType } from '../setUp';
import {
  copyConfirmationEnded,
  phoneTestRequested,
  settingsFileRequested,
  taskEnded,
  valueCopyRequested,
} from '../slice';
import { testRequest } from '../testRequest';
import { perform } from './task';

/**
 * Tests, saves and copies the settings of a phone while the page shows its key.
 * @param page the page whose actions are handled; the sagas of both pages may run
 */
export function* watchSetUp(services: Services, server: PhoneServer, page: Connecting['page']) {
  const shownKey = function* () {
    const connecting = yield* select(selectConnecting);
    const secret = yield* call(services.shownSecrets.get);
    const key = secret?.phone?.key;
    return connecting?.page === page && key !== undefined ? { connecting, key } : null;
  };
  yield* takeLeading(
    phoneTestRequested,
    guarded(function* testPhone() {
      const found = yield* shownKey();
      if (found) yield* sendTest(services, server, found.connecting, found.key);
    }),
    services,
  );
  yield* takeLeading(
    settingsFileRequested,
    guarded(function* saveSettings() {
      const found = yield* shownKey();
      if (!found) return;
      const text = ownTracksConfiguration(setUpOf(server, found.connecting, found.key));
      const file = new Blob([text], { type: 'application/otrc' });
      yield* call(services.files.save, 'kinmap.otrc', file);
    }),
    services,
  );
  yield* takeLatest(
    valueCopyRequested,
    guarded(function* copyValue(_services: Services, { payload }: ReturnType<typeof valueCopyRequested>) {
      const found = yield* shownKey();
      if (!found) return;
      const { connecting, key } = found;
      const values = valuesToType(connecting.phone.app, setUpOf(server, connecting, key));
      const text = values.find(({ field }) => field === payload.field)?.value ?? '';
      yield* copy(services, payload.field, text);
    }),
    services,
  );
}

function* sendTest(services: Services, server: PhoneServer, { phone }: Connecting, key: string) {
  yield* perform(services, 'test', null, function* () {
    yield* call(server.test, phone.app, key, testRequest(phone.app, yield* call(services.clock.now)));
  });
}

/** Copies a value. No action contains it, because it may be the key. */
function* copy({ clipboard, log }: Services, field: string, text: string) {
  try {
    yield* call(clipboard.write, text);
  } catch (error) {
    yield* call(log.info, 'A value was not copied:', error);
    yield* put(taskEnded({ task: 'copy', id: null, field, error: { code: 'phone_not_changed' } }));
    return;
  }
  yield* put(taskEnded({ task: 'copy', id: null, field, error: null }));
  yield* delay(COPY_CONFIRMATION_MS);
  yield* put(copyConfirmationEnded());
}

const setUpOf = ({ origin }: PhoneServer, { phone, system, initials }: Connecting, key: string): SetUp => ({
  origin,
  key,
  name: phone.name,
  system: system ?? 'android',
  initials,
});
