import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PushDevice } from '#contract/notifications';
import { createAppStore } from '#client/app/createStore';
import { onceAlertRemoved } from '#client/features/alerts/checkIns/actions';
import { allOnceAlertsLoaded } from '#client/features/alerts/checkIns/slice';
import { type PushInfo, pushInfoLoaded, pushTaskChanged } from '#client/features/alerts/push/slice';
import { permissionFound } from '#client/features/alerts/slice';
import { familiesLoaded } from '#client/features/families/slice';
import {
  type Choices,
  type NotificationPreference,
  preferencesLoaded,
  preferenceSaveFailed,
} from '#client/features/alerts/preferences/slice';
import { geofencesLoaded } from '#client/features/geofences/slice';
import { signedIn } from '#client/features/session/slice';
import { NotificationsPage } from '#client/pages/notifications/NotificationsPage.tsx';
import { loadErrorTexts } from '#client/i18n/errorTexts';
import { notificationsOpened } from '#client/store/pageActions';
import { ANA, createFamily, createGeofence } from '../../support/builders';
import { fakeServices } from '../../support/fakeServices';
import { renderInApp } from '../../support/renderInApp';

const READY: PushInfo = {
  support: 'supported',
  deviceId: null,
  devices: [],
  settings: { quiet: null, timeZone: 'UTC', privateText: false, messages: true },
};

beforeAll(loadErrorTexts);

/** The page with what is known, and the actions that it dispatches. */
function showPage(
  info: Partial<PushInfo> = {},
  permission: 'default' | 'granted' | 'denied' = 'granted',
  members = ['ana', 'ben'],
) {
  const { services } = fakeServices();
  const store = createAppStore({ services, runSagas: false });
  store.dispatch(signedIn({ user: ANA }));
  store.dispatch(familiesLoaded({ families: [createFamily('f1', members)] }));
  store.dispatch(notificationsOpened());
  store.dispatch(permissionFound(permission));
  store.dispatch(pushInfoLoaded({ ...READY, ...info }));
  const dispatched = jest.spyOn(store, 'dispatch');
  renderInApp(<NotificationsPage />, { store, services });
  return { store, dispatched, user: userEvent.setup() };
}

const NOTHING = { notifyArrival: false, notifyDeparture: false };
const ARRIVALS = { notifyArrival: true, notifyDeparture: false };
/** The choice as one for a place that is not muted. */
const atPlace = (choice: NotificationPreference) => ({ ...choice, mutedUntil: null });

/** The page with a member and two places. */
function showPeople() {
  const shown = showPage();
  const geofences = ['School', 'Home'].map((name) =>
    createGeofence(name.toLowerCase(), { name, familyId: 'f1' }),
  );
  act(() => void shown.store.dispatch(geofencesLoaded({ geofences })));
  const choose = (choices: Choices) =>
    act(() => void shown.store.dispatch(preferencesLoaded({ saved: choices, shown: choices })));
  return { ...shown, choose };
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

  it('given it is off, when it is pressed, then it is switched on; a failure is shown', async () => {
    const { dispatched, store, user } = showPage({}, 'default');
    expect(screen.getByText('Alerts reach you here only while Kinmap is open.')).toBeTruthy();
    await user.click(deviceSwitch());
    expect(dispatched).toHaveBeenCalledWith({ type: 'alerts/push/pushSwitched', payload: { on: true } });
    const failed = { name: 'switch', isBusy: false, error: { code: 'push_unreachable' } } as const;
    act(() => void store.dispatch(pushTaskChanged(failed)));
    expect(screen.getByRole('alert').textContent).toBe("This browser's push service cannot be reached.");
  });

  it('given it was on and the browser asks again for the permission, then it is off', () => {
    showPage({ deviceId: 'd1' }, 'default');
    expect(deviceSwitch().checked).toBe(false);
    expect(screen.getByText('Alerts reach you here only while Kinmap is open.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send me a test' })).toBeNull();
  });

  it('given a server that stopped its pushes, then the switch does not claim that they come', () => {
    showPage({ deviceId: 'd1', support: 'unavailable' });
    expect(deviceSwitch().checked).toBe(false);
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

  it('given the other members, then each row shows and reads what is notified of them', () => {
    const { choose } = showPeople();
    const row = () =>
      screen.getByRole('list', { name: 'Arrivals and departures' }).querySelector('summary') ?? document.body;
    const words = () => [...row().querySelectorAll('[aria-hidden]')].map((part) => part.textContent).join('');
    const read = () => row().querySelector(':scope > :not([aria-hidden])')?.textContent;
    expect(words()).toBe('benChange');
    expect(read()).toBe('ben. Change');
    choose({ byUser: {}, places: {} });
    expect(words()).toBe('benNothingChange');
    expect(read()).toBe('ben, notifications: Nothing. Change');
    choose({ byUser: { ben: ARRIVALS }, places: {} });
    expect(words()).toBe('benArrivals onlyChange');
    expect(read()).toBe('ben, notifications: Arrivals only. Change');
    choose({ byUser: {}, places: { ben: { school: atPlace(ARRIVALS) } } });
    expect(words()).toBe('benAt SchoolChange');
    choose({
      byUser: { ben: ARRIVALS },
      places: { ben: { school: atPlace(NOTHING), home: atPlace(NOTHING) } },
    });
    expect(words()).toBe('benNothingChange');
  });

  it('given something that is told once, then its row says where, and lists it to be removed', async () => {
    const { store, choose, dispatched, user } = showPeople();
    choose({ byUser: {}, places: {} });
    const wanted = { userId: 'ben', geofenceId: 'school', kind: 'arrival' } as const;
    act(() => void store.dispatch(allOnceAlertsLoaded([wanted])));
    await user.click(screen.getByText('ben, notifications: Once at School. Change'));
    await user.click(screen.getByRole('button', { name: 'Remove: When ben arrives at School' }));
    expect(dispatched).toHaveBeenLastCalledWith(onceAlertRemoved(wanted));
    choose({ byUser: { ben: ARRIVALS }, places: {} });
    expect(screen.getByText('ben, notifications: Arrivals only · Once at School. Change')).toBeTruthy();
    act(() => void store.dispatch(allOnceAlertsLoaded([])));
    expect(screen.getByText('ben, notifications: Arrivals only. Change')).toBeTruthy();
  });

  it('given quiet hours, when both times are the same, then it says that the whole day is quiet', async () => {
    const line = () => screen.queryByText('Both times are the same, so it is quiet all day and all night.');
    const withQuiet = (quiet: { from: number; to: number }): PushInfo => ({
      ...READY,
      settings: { quiet, timeZone: 'UTC', privateText: false, messages: true },
    });
    const { store } = showPage(withQuiet({ from: 1_320, to: 420 }));
    expect(line()).toBeNull();
    act(() => void store.dispatch(pushInfoLoaded(withQuiet({ from: 420, to: 420 }))));
    expect(line()).not.toBeNull();
  });

  it('given quiet hours, when a time is emptied and left, then it shows the time that counts', async () => {
    const settings = { ...READY.settings, quiet: { from: 1_320, to: 425 } } as PushInfo['settings'];
    const { user } = showPage({ settings });
    const field = screen.getByLabelText<HTMLInputElement>('To');
    await user.clear(field);
    expect(field.value).toBe('');
    await user.tab();
    expect(field.value).toBe('07:05');
  });

  it('given thirty members, then five are shown until all are wanted, so that quiet hours stay near', async () => {
    const { user } = showPage({}, 'granted', ['ana', ...Array.from({ length: 29 }, (_, id) => `m${id}`)]);
    const list = screen.getByRole('list', { name: 'Arrivals and departures' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(5);
    await user.click(screen.getByRole('button', { name: 'Show all 29' }));
    expect(within(list).getAllByRole('listitem')).toHaveLength(29);
    await user.click(screen.getByRole('button', { name: 'Show fewer' }));
    expect(within(list).getAllByRole('listitem')).toHaveLength(5);
  });

  it('given single places, when one is chosen there, then only it changes, and the others are listed', async () => {
    const { choose, store, user } = showPeople();
    choose({ byUser: { ben: ARRIVALS }, places: {} });
    await user.click(screen.getByText('Only some places'));
    const school = within(screen.getByRole('group', { name: 'School' }));
    expect(school.getByRole('checkbox', { name: 'Arrival' })).toHaveProperty('checked', true);
    await user.click(school.getByRole('checkbox', { name: 'Arrival' }));
    expect(store.getState().alerts.preferences.shown?.places).toEqual({ ben: { school: atPlace(NOTHING) } });
    expect(screen.getByText('Different at School.')).toBeTruthy();
    await user.click(screen.getByRole('checkbox', { name: 'Notify on departure' }));
    expect(school.getByRole('checkbox', { name: 'Departure' })).toHaveProperty('checked', true);
    await user.click(screen.getByRole('checkbox', { name: 'Notify on arrival' }));
    expect(screen.queryByText('Different at School.')).toBeNull();
  });

  it('given a place with many alerts, then it can be muted for a day, and unmuted before', async () => {
    const { choose, store, user } = showPeople();
    choose({ byUser: { ben: ARRIVALS }, places: {} });
    await user.click(screen.getByText('Only some places'));
    const school = within(screen.getByRole('group', { name: 'School' }));
    await user.click(school.getByRole('button', { name: 'Mute for a day' }));
    const { now } = store.getState().session.device;
    const mutedUntil = new Date(now + 86_400_000).toISOString();
    const { places } = store.getState().alerts.preferences.shown ?? {};
    expect(places).toEqual({ ben: { school: { ...ARRIVALS, mutedUntil } } });
    expect(school.getByRole('status').textContent).toMatch(/^Muted until .+ [AP]M\.$/u);
    expect(screen.getByText('Muted at School.')).toBeTruthy();
    expect(screen.queryByText('Different at School.')).toBeNull();
    await user.click(school.getByRole('button', { name: 'Unmute' }));
    expect(store.getState().alerts.preferences.shown?.places).toEqual({ ben: {} });
  });

  it('given a muted place with no news wanted, when it is unmuted, then its last switch has the focus', async () => {
    const { choose, store, user } = showPeople();
    const mutedUntil = new Date(store.getState().session.device.now + 60_000).toISOString();
    choose({ byUser: { ben: ARRIVALS }, places: { ben: { school: { ...NOTHING, mutedUntil } } } });
    await user.click(screen.getByText('Only some places'));
    const school = within(screen.getByRole('group', { name: 'School' }));
    await user.click(school.getByRole('button', { name: 'Unmute' }));
    expect(school.queryByRole('button')).toBeNull();
    expect(document.activeElement).toBe(school.getByRole('checkbox', { name: 'Departure' }));
  });

  it('given a choice that is not saved, then the page says when it will be', () => {
    const { store } = showPeople();
    act(() => void store.dispatch(preferenceSaveFailed()));
    expect(screen.getByRole('alert').textContent).toContain('Your choice is not saved yet.');
  });

  it('given a server that keeps no places, then none are offered', () => {
    showPeople().choose({ byUser: {}, places: null });
    expect(screen.queryByText('Only some places')).toBeNull();
  });

  it('given a server without settings, then only what works is offered', () => {
    showPage({ support: 'unavailable', settings: null });
    expect(screen.queryByRole('checkbox', { name: 'Messages' })).toBeNull();
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

it('given two devices, when one is removed, then the other has the focus', async () => {
  const [phone, tablet] = ['Phone', 'Tablet'].map((name) => ({
    id: name,
    name,
    seenAt: '2026-01-01T08:00:00.000Z',
  })) as [PushDevice, PushDevice];
  const { store, user } = showPage({ devices: [phone, tablet] });
  await user.click(screen.getByRole('button', { name: 'Remove Phone' }));
  await act(async () => void store.dispatch(pushInfoLoaded({ ...READY, devices: [tablet] })));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove Tablet' }));
});
