import { connectSaga } from '#client/features/locations/phones/sagas/connect';
import { phonesSaga } from '#client/features/locations/phones/saga';
import {
  selectConnecting,
  selectPhoneOutcome,
  selectPhoneQuestion,
  selectPhones,
} from '#client/features/locations/phones/selectors';
import {
  connectingClosed,
  disconnectConfirmed,
  keyRenewalConfirmed,
  phoneChangeSubmitted,
  phoneSubmitted,
  phoneTestRequested,
  setUpHereRequested,
  settingsFileRequested,
  valueCopyRequested,
} from '#client/features/locations/phones/slice';
import { requestConfirmed } from '#client/features/session/sagas/secondStep';
import { onlineChanged } from '#client/features/session/device/slice';
import { RequestFailed } from '#client/services/errors';
import type { PhoneServer } from '#client/services/types';
import { accountLinkOpened, phonesOpened } from '#client/store/pageActions';
import type { RootState } from '#client/store/rootState';
import type { Phone } from '#contract/phones';
import createSagaMiddleware, { type Task } from 'redux-saga';
import { configureStore, type Middleware, type UnknownAction } from '@reduxjs/toolkit';
import { fullReducer } from '../../../replay/fullReducer';
import { fakeServices, flushPromises } from '../../support/fakeServices';
import { createPhone, KEY, TICKET } from '../../support/phones';

const ORIGIN = 'https://family.example';
/** Both checks stay on; only their warnings about slow checks, which a busy machine causes, are off. */
const CHECKS = {
  serializableCheck: { warnAfter: Number.POSITIVE_INFINITY },
  immutableCheck: { warnAfter: Number.POSITIVE_INFINITY },
};
const running: Task[] = [];
afterEach(() => running.splice(0).forEach((task) => task.cancel()));

/** The sagas with a server that has these phones. Every action is recorded. */
function start(saga: 'phones' | 'connect', list: Phone[] = [], system: 'ios' | 'android' | null = null) {
  const fake = fakeServices({
    'GET /api/phones': () => [...list],
    'POST /api/phones': ({ body }) => ({
      phone: createPhone(body as Partial<Phone>),
      key: 'kpfirst',
      ticket: TICKET,
    }),
    'POST /api/phones/:id/key': () => ({ phone: createPhone(), key: 'kpsecond', ticket: TICKET }),
    'PUT /api/phones/:id': ({ body }) => createPhone(body as Partial<Phone>),
    'DELETE /api/phones/:id': () => undefined,
    'POST /api/connect': () => ({ phone: createPhone(), key: KEY, initials: 'AM' }),
  });
  const tests: { app: string; key: string; body: string }[] = [];
  let answer = async (): Promise<void> => undefined;
  const server: PhoneServer = {
    origin: ORIGIN,
    connectLink: (ticket) => `${ORIGIN}/connect#${ticket}`,
    system: () => system,
    test: async (app, key, { body }) => {
      tests.push({ app, key, body });
      await answer();
    },
  };
  const actions: UnknownAction[] = [];
  const recorder: Middleware = () => (next) => (action) => {
    actions.push(action as UnknownAction);
    return next(action);
  };
  const sagas = createSagaMiddleware();
  const store = configureStore({
    reducer: fullReducer,
    middleware: (standard) => standard({ thunk: false, ...CHECKS }).concat(sagas, recorder),
  });
  const run = (path?: string) =>
    running.push(
      saga === 'phones'
        ? sagas.run(phonesSaga, fake.services, server, requestConfirmed)
        : sagas.run(connectSaga, fake.services, server, path),
    );
  const perform = async (action: UnknownAction): Promise<void> => {
    store.dispatch(action);
    await flushPromises();
  };
  return {
    fake,
    store,
    run,
    perform,
    tests,
    failTests: (status: number) => {
      answer = () => Promise.reject(new RequestFailed(status, { code: 'phone_key_unknown' }));
    },
    select: <T>(selector: (state: RootState) => T): T => selector(store.getState()),
    /** What a log or a device could keep. */
    kept: () => JSON.stringify([store.getState(), actions, [...fake.stored]]),
  };
}

async function onPhones(list: Phone[] = [], system: 'ios' | 'android' | null = null) {
  const page = start('phones', list, system);
  page.run();
  await page.perform(phonesOpened());
  return page;
}

it('given the page opens, then the phones are listed; given no server, then it says so', async () => {
  const page = await onPhones([createPhone()]);
  expect(page.select(selectPhones)).toEqual([createPhone()]);
  const away = start('phones');
  delete away.fake.answers['GET /api/phones'];
  away.run();
  await flushPromises();
  expect(away.select(selectPhoneOutcome('load'))?.error).toEqual({ code: 'phones_not_loaded' });
});

it('given a new phone, then its ticket is to be scanned, and is in no state and no action', async () => {
  const page = await onPhones();
  await page.perform(phoneSubmitted({ name: 'iPhone', app: 'overland', system: 'ios' }));
  expect(page.select(selectConnecting)).toMatchObject({ page: 'phones', system: 'ios', hasKey: false });
  expect(page.fake.services.shownSecrets.get()?.phone).toEqual({
    origin: ORIGIN,
    connectLink: `${ORIGIN}/connect#${TICKET}`,
  });
  for (const secret of ['kpfirst', TICKET]) expect(page.kept()).not.toContain(secret);
});

it('given this device is the phone, when it is set up here, then no log holds its ticket or key', async () => {
  const page = await onPhones([], 'ios');
  await page.perform(phoneSubmitted({ name: 'iPhone', app: 'owntracks', system: 'ios' }));
  await page.perform(setUpHereRequested());
  expect(page.fake.recorded.calls.at(-1)?.input).toEqual({ body: { ticket: TICKET } });
  expect(page.select(selectConnecting)).toMatchObject({ hasKey: true, system: 'ios' });
  expect(page.fake.services.shownSecrets.get()?.phone?.key).toBe(KEY);
  await page.perform(valueCopyRequested({ field: 'key' }));
  expect(page.fake.recorded.copied).toEqual([KEY]);
  await page.perform(settingsFileRequested());
  expect(page.fake.recorded.savedFileNames).toEqual(['kinmap.otrc']);
  for (const secret of [KEY, TICKET]) expect(page.kept()).not.toContain(secret);
  await page.perform(connectingClosed());
  expect(page.fake.services.shownSecrets.get()).toBeNull();
});

it('given a phone that waits, when its first position comes, then the page has it', async () => {
  const page = await onPhones();
  await page.perform(phoneSubmitted({ name: 'Pixel', app: 'owntracks', system: 'android' }));
  const heard = createPhone({ lastFixAt: '2026-05-01T12:00:00.000Z', lastAccuracy: 12 });
  page.fake.receive('phone:changed', { id: 'p1', phone: heard });
  await flushPromises();
  expect(page.select(selectConnecting)?.phone).toEqual(heard);
  page.fake.receive('phone:changed', { id: 'p1', phone: null });
  await flushPromises();
  expect([page.select(selectConnecting), page.select(selectPhones)]).toEqual([null, []]);
});

it('given two phones, when the second is made primary, then the first is not', async () => {
  const page = await onPhones([createPhone({ id: 'p0' }), createPhone({ isPrimary: false })]);
  await page.perform(phoneChangeSubmitted({ id: 'p1', change: { isPrimary: true } }));
  expect(page.select(selectPhones)?.map(({ isPrimary }) => isPrimary)).toEqual([false, true]);
});

it('given a phone, when it is disconnected, also where another device did so before, then it is gone', async () => {
  const page = await onPhones([createPhone(), createPhone({ id: 'p2' })]);
  await page.perform(disconnectConfirmed({ id: 'p1' }));
  page.fake.answers['DELETE /api/phones/:id'] = () => {
    throw new RequestFailed(404, { code: 'phone_not_found' });
  };
  await page.perform(disconnectConfirmed({ id: 'p2' }));
  expect(page.select(selectPhones)).toEqual([]);
  page.fake.answers['DELETE /api/phones/:id'] = () => {
    throw new RequestFailed(null);
  };
  await page.perform(disconnectConfirmed({ id: 'p3' }));
  expect(page.select(selectPhoneOutcome('disconnect', 'p3'))?.error).toEqual({
    code: 'phone_not_disconnected',
  });
});

it('given a phone, when it gets a new key, then it waits to be set up once more', async () => {
  const times = { lastSeenAt: '2026-05-01T11:50:00.000Z', lastFixAt: '2026-05-01T11:40:00.000Z' };
  const page = await onPhones([createPhone(times)]);
  page.fake.answers['POST /api/phones/:id/key'] = () => ({
    phone: createPhone(times),
    key: 'kpsecond',
    ticket: TICKET,
  });
  await page.perform(keyRenewalConfirmed({ id: 'p1' }));
  expect(page.select(selectConnecting)).toMatchObject({ phone: { id: 'p1' }, system: null, hasKey: false });
  expect(page.select(selectConnecting)).toMatchObject({
    seenBefore: times.lastSeenAt,
    fixBefore: times.lastFixAt,
  });
  expect(page.kept()).not.toContain('kpsecond');
});

it.each(['owntracks', 'overland', 'osmand', 'gpslogger', 'colota'] as const)(
  'given %s, when address and key are tested, then a position goes there as the app sends it',
  async (app) => {
    const page = await onPhones([], 'android');
    page.fake.answers['POST /api/connect'] = () => ({
      phone: createPhone({ app }),
      key: KEY,
      initials: 'AM',
    });
    await page.perform(phoneSubmitted({ name: 'Pixel', app, system: 'android' }));
    await page.perform(setUpHereRequested());
    await page.perform(phoneTestRequested());
    expect(page.tests).toEqual([{ app, key: KEY, body: expect.stringContaining('51.4779') }]);
    expect(page.select(selectPhoneOutcome('test'))).toMatchObject({ error: null });
    page.failTests(401);
    await page.perform(phoneTestRequested());
    expect(page.select(selectPhoneOutcome('test'))?.error).toEqual({ code: 'phone_key_unknown' });
  },
);

it('given the code is scanned, then the page has a key without a session, and the ticket is nowhere', async () => {
  const page = start('connect', [], 'android');
  page.fake.setFragment(TICKET);
  page.run('connect');
  await flushPromises();
  expect(page.select(selectConnecting)).toMatchObject({
    page: 'connect',
    system: 'android',
    initials: 'AM',
    hasKey: true,
  });
  expect(page.fake.services.shownSecrets.get()?.phone).toMatchObject({ origin: ORIGIN, key: KEY });
  expect(page.fake.services.page.takeFragment()).toBe('');
  for (const secret of [KEY, TICKET]) expect(page.kept()).not.toContain(secret);
});

it('given a ticket that was used, or none after a reload, then the page says what to do', async () => {
  const page = start('connect');
  page.fake.answers['POST /api/connect'] = () => {
    throw new RequestFailed(404, { code: 'phone_ticket_invalid' });
  };
  page.run('reset-password');
  page.fake.setFragment(TICKET);
  await page.perform(accountLinkOpened('connect'));
  expect(page.select(selectPhoneOutcome('connect'))?.error).toEqual({ code: 'phone_ticket_invalid' });
  await page.perform(accountLinkOpened('connect'));
  expect(page.select(selectPhoneOutcome('connect'))?.error).toEqual({ code: 'phone_link_missing' });
});

it('given no network when the code is scanned, then the phone is connected once there is one', async () => {
  const page = start('connect');
  const { 'POST /api/connect': answer = () => undefined } = page.fake.answers;
  page.fake.answers['POST /api/connect'] = () => {
    throw new RequestFailed(null);
  };
  page.fake.setFragment(TICKET);
  page.run('connect');
  await flushPromises();
  expect(page.select(selectPhoneOutcome('connect'))?.error).toEqual({ code: 'phone_waits_for_server' });
  page.fake.answers['POST /api/connect'] = answer;
  await page.perform(onlineChanged({ online: true }));
  expect(page.select(selectConnecting)).toMatchObject({ page: 'connect', hasKey: true });
  expect(page.select(selectPhoneOutcome('connect'))?.error).toBeNull();
  expect(page.kept()).not.toContain(TICKET);
});

it('given the page of an emailed link, then its token is left to that page', async () => {
  const page = start('connect');
  page.fake.setFragment('token-of-the-email');
  page.run('reset-password');
  await page.perform(accountLinkOpened('reset-password'));
  expect(page.fake.services.page.takeFragment()).toBe('token-of-the-email');
});

it('given the server asks for the password, when a phone is added or renewed, then it is sent', async () => {
  const page = await onPhones([createPhone()]);
  const asks = () => {
    throw new RequestFailed(403, { code: 'current_password_needed' });
  };
  const { 'POST /api/phones': added, 'POST /api/phones/:id/key': renewed } = page.fake.answers;
  page.fake.answers['POST /api/phones'] = page.fake.answers['POST /api/phones/:id/key'] = asks;
  const phone = { name: 'Pixel', app: 'owntracks', system: 'android' } as const;
  await page.perform(phoneSubmitted(phone));
  expect(page.select(selectPhoneOutcome('add'))?.error).toEqual({ code: 'current_password_needed' });
  await page.perform(keyRenewalConfirmed({ id: 'p1' }));
  expect(page.select(selectPhoneQuestion)).toEqual({ about: 'renew', id: 'p1' });
  Object.assign(page.fake.answers, { 'POST /api/phones': added, 'POST /api/phones/:id/key': renewed });
  await page.perform(keyRenewalConfirmed({ id: 'p1', currentPassword: 'the password' }));
  expect(page.fake.recorded.calls.at(-1)?.input).toEqual({
    params: { id: 'p1' },
    body: { currentPassword: 'the password' },
  });
  expect(page.select(selectPhoneQuestion)).toBeNull();
  expect(JSON.stringify(page.store.getState())).not.toContain('the password');
  await page.perform(phoneSubmitted({ ...phone, currentPassword: 'the password' }));
  expect(page.fake.recorded.calls.at(-1)?.input).toMatchObject({ body: { currentPassword: 'the password' } });
});
