import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { Link, MemoryRouter, Navigate } from 'react-router-dom';
import { createAppStore } from '#client/app/createStore';
import { type PushInfo, pushInfoLoaded, pushTaskChanged } from '#client/features/alerts/push/slice';
import { permissionFound } from '#client/features/alerts/slice';
import { familiesLoaded } from '#client/features/families/slice';
import { preferencesLoaded } from '#client/features/alerts/preferences/slice';
import { signedIn } from '#client/features/session/slice';
import { NotificationsPage } from '#client/pages/notifications/NotificationsPage.tsx';
import { loadErrorTexts } from '#client/i18n/errorTexts';
import { AppContext } from '#client/store/hooks';
import { notificationsOpened } from '#client/store/pageActions';
import { ANA, createFamily } from '../../support/builders';
import { fakeServices } from '../../support/fakeServices';

const READY: PushInfo = {
  support: 'supported',
  deviceId: null,
  devices: [],
  settings: { quiet: null, timeZone: 'UTC', privateText: false, messages: true },
};

beforeAll(loadErrorTexts);

/** The page with what is known, and the actions that it dispatches. */
function showPage(info: Partial<PushInfo> = {}, permission: 'default' | 'granted' | 'denied' = 'granted') {
  const { services } = fakeServices();
  const store = createAppStore({ services, runSagas: false });
  store.dispatch(signedIn({ user: ANA }));
  store.dispatch(familiesLoaded({ families: [createFamily('f1', ['ana', 'ben'])] }));
  store.dispatch(notificationsOpened());
  store.dispatch(permissionFound(permission));
  store.dispatch(pushInfoLoaded({ ...READY, ...info }));
  const dispatched = jest.spyOn(store, 'dispatch');
  const context = {
    navigation: { Link, Navigate },
    settings: { tileUrl: '', tileAttribution: '', geocoderUrl: '', registration: 'open' },
    inviteCodes: services.inviteCodes,
    factorSecrets: services.factorSecrets,
  };
  render(
    <Provider store={store}>
      <AppContext value={context}>
        <MemoryRouter>
          <NotificationsPage />
        </MemoryRouter>
      </AppContext>
    </Provider>,
  );
  return { store, dispatched, user: userEvent.setup() };
}

const deviceSwitch = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Alerts on this device' });

describe('this device', () => {
  it.each([
    ['denied', 'supported', "Notifications are blocked in the browser's settings."],
    ['default', 'needsHomeScreen', 'Add Kinmap to your Home Screen first: Share, then Add to Home Screen.'],
    ['default', 'unsupported', 'This browser cannot show alerts while Kinmap is closed.'],
    [
      'default',
      'unavailable',
      'Push is not set up on this server, so alerts reach you only while Kinmap is open.',
    ],
  ] as const)(
    'given permission %s and push %s, then one sentence says what to do',
    (permission, support, text) => {
      showPage({ support }, permission);
      expect(deviceSwitch().disabled).toBe(true);
      expect(deviceSwitch()).toHaveProperty('checked', false);
      expect(screen.getByText(text)).toBeTruthy();
      expect(screen.queryByRole('button', { name: 'Send me a test' })).toBeNull();
    },
  );

  it('given it is off, when it is pressed, then it is switched on; a failure is told', async () => {
    const { dispatched, store, user } = showPage({}, 'default');
    expect(screen.getByText('Alerts reach you here only while Kinmap is open.')).toBeTruthy();
    await user.click(deviceSwitch());
    expect(dispatched).toHaveBeenCalledWith({ type: 'alerts/push/pushSwitched', payload: { on: true } });
    const failed = { name: 'switch', isBusy: false, error: { code: 'push_unreachable' } } as const;
    act(() => void store.dispatch(pushTaskChanged(failed)));
    expect(screen.getByRole('alert').textContent).toBe("This browser's push service cannot be reached.");
  });

  it('given it is on, when a test is sent, then the page says where it shows', async () => {
    const { dispatched, store, user } = showPage({ deviceId: 'd1' });
    expect(deviceSwitch().checked).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Send me a test' }));
    expect(dispatched).toHaveBeenCalledWith(
      expect.objectContaining({ type: 'alerts/push/pushTestRequested' }),
    );
    act(() => void store.dispatch(pushTaskChanged({ name: 'test', isBusy: false, error: null })));
    expect(screen.getByText('Sent. It shows on this device in a few seconds.')).toBeTruthy();
  });
});

describe('what reaches me', () => {
  it('given the switches, when they are pressed, then the settings change', async () => {
    const { dispatched, user } = showPage();
    const changed = (changes: object) =>
      expect(dispatched).toHaveBeenLastCalledWith({
        type: 'alerts/push/notifySettingsChanged',
        payload: { quiet: null, privateText: false, messages: true, ...changes },
      });
    await user.click(screen.getByRole('checkbox', { name: 'Messages' }));
    changed({ messages: false });
    await user.click(screen.getByRole('checkbox', { name: 'Hide names and texts' }));
    changed({ privateText: true });
    await user.click(screen.getByRole('checkbox', { name: 'Quiet hours' }));
    changed({ quiet: { from: 1_320, to: 420 } });
  });

  it('given quiet hours, then they are shown and can be changed', async () => {
    const settings = { ...READY.settings, quiet: { from: 1_320, to: 425 } } as PushInfo['settings'];
    const { dispatched, user } = showPage({ settings });
    expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe('22:00');
    const to = screen.getByLabelText<HTMLInputElement>('To');
    expect(to.value).toBe('07:05');
    await user.clear(to);
    await user.type(to, '06:30');
    expect(dispatched).toHaveBeenLastCalledWith(
      expect.objectContaining({ payload: expect.objectContaining({ quiet: { from: 1_320, to: 390 } }) }),
    );
  });

  it('given the other members, then each has a link to where arrivals and departures are chosen', () => {
    const { store } = showPage();
    const row = () => within(screen.getByRole('list', { name: 'Arrivals and departures' })).getByRole('link');
    expect([row().getAttribute('href'), row().textContent]).toEqual(['/profile/ben', 'benNothingChange']);
    act(
      () =>
        void store.dispatch(
          preferencesLoaded({
            preferences: [{ userId: 'ben', notifyArrival: true, notifyDeparture: false }],
          }),
        ),
    );
    expect(row().textContent).toBe('benArrivals onlyChange');
  });

  it('given a server without settings, then only what works is offered', () => {
    showPage({ support: 'unavailable', settings: null });
    expect(screen.getAllByRole('checkbox')).toHaveLength(1);
    expect(screen.getByText('An SOS comes at any hour, to every device with alerts on.')).toBeTruthy();
  });
});

it('given two devices, then each can be removed, and this one is named', async () => {
  const seenAt = '2026-05-01T11:00:00.000Z';
  const devices = [
    { id: 'd1', name: 'Firefox on Linux', seenAt },
    { id: 'd2', name: 'Chrome on Android', seenAt },
  ];
  const { dispatched, user } = showPage({ deviceId: 'd1', devices });
  const list = screen.getByRole('list', { name: 'My devices' });
  expect(within(list).getByText('This device')).toBeTruthy();
  await user.click(within(list).getByRole('button', { name: 'Remove Chrome on Android' }));
  expect(dispatched).toHaveBeenCalledWith({ type: 'alerts/push/pushDeviceRemoved', payload: { id: 'd2' } });
});
