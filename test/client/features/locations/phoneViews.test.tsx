import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Phone } from '#contract/phones';
import { createAppStore } from '#client/app/createStore';
import {
  connectingStarted,
  phoneChanged,
  phonesLoaded,
  questionAsked,
  copyConfirmationEnded,
  taskEnded,
} from '#client/features/locations/phones/slice';
import { PhonesSection } from '#client/features/locations/phones/views/PhonesSection.tsx';
import { familiesLoaded } from '#client/features/families/slice';
import { locationsLoaded, searchingChanged, sharingStarted } from '#client/features/locations/slice';
import { PauseSection } from '#client/features/locations/whereabouts/views/PauseSection.tsx';
import { SharingDetail } from '#client/features/locations/whereabouts/views/SharingDetail.tsx';
import { SharingNotices } from '#client/features/locations/whereabouts/views/SharingNotices.tsx';
import { appOffered, sharingLoaded } from '#client/features/locations/whereabouts/slice';
import { ConnectPage } from '#client/pages/phones/ConnectPage.tsx';
import { signedIn } from '#client/features/session/slice';
import { clockTicked } from '#client/features/session/device/slice';
import { loadErrorTexts } from '#client/i18n/errorTexts';
import { ANA, createFamily, createLocation } from '../../support/builders';
import { fakeServices, NOW } from '../../support/fakeServices';
import { createPhone, KEY, TICKET } from '../../support/phones';
import { renderInApp } from '../../support/renderInApp';

beforeAll(loadErrorTexts);

const minutesAgo = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();

/** The parts of the page, and the actions that they dispatch. */
function show(phones: Phone[] | null = []) {
  const { services } = fakeServices();
  const store = createAppStore({ services, runSagas: false });
  store.dispatch(signedIn({ user: ANA }));
  store.dispatch(clockTicked({ now: NOW }));
  if (phones) store.dispatch(phonesLoaded(phones));
  const dispatched = jest.spyOn(store, 'dispatch');
  const { shownSecrets } = services;
  renderInApp(
    <>
      <SharingDetail />
      <SharingNotices />
      <PhonesSection />
      <PauseSection />
      <ConnectPage />
    </>,
    { store, services },
  );
  return { store, shownSecrets, dispatched, user: userEvent.setup() };
}

const card = () =>
  within(screen.getByRole('list', { name: 'Phones' })).getAllByRole('listitem')[0] as HTMLElement;

it('given this browser shares and finds no position, then the card says so instead of how long', () => {
  const { store } = show();
  act(() => void store.dispatch(sharingStarted()));
  screen.getByText('Only while this page is open');
  act(() => void store.dispatch(searchingChanged(true)));
  screen.getByText('No position is found now. Try near a window.');
  expect(screen.queryByText(/^From this browser/u)).toBeNull();
});

it('given no phone, when one is added, then the recommended app comes first and the others follow', async () => {
  const { user, dispatched } = show();
  screen.getByText('No phone yet');
  await user.click(screen.getByRole('button', { name: 'Add a phone' }));
  expect(document.activeElement?.textContent).toBe('Add a phone');
  expect(screen.getByLabelText<HTMLInputElement>(/^OwnTracks/u).checked).toBe(true);
  await user.click(screen.getByLabelText('Android'));
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Android phone');
  expect(screen.queryByLabelText(/^Overland/u)).toBeNull();
  await user.click(screen.getByLabelText(/^Colota/u));
  await user.clear(screen.getByLabelText('Name'));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  screen.getByText('Name is required');
  await user.type(screen.getByLabelText('Name'), 'Pixel');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(dispatched).toHaveBeenLastCalledWith({
    type: 'locations/phones/phoneSubmitted',
    payload: { name: 'Pixel', app: 'colota', system: 'android' },
  });
});

/** Shows the page while a phone is being connected. */
function connect(phone: Phone) {
  const { store, shownSecrets } = show();
  shownSecrets.show({
    phone: { origin: 'https://family.example', connectLink: `https://family.example/connect#${TICKET}` },
  });
  act(() => {
    store.dispatch(phoneChanged({ id: 'p1', phone }));
    store.dispatch(
      connectingStarted({
        page: 'phones',
        phone,
        system: 'android',
        initials: 'AN',
        seenBefore: phone.lastSeenAt,
        fixBefore: phone.lastFixAt,
        hasKey: false,
      }),
    );
  });
  return store;
}

it('given a phone that waits, then the code shows until its position comes, with its accuracy', () => {
  const phone = createPhone();
  const store = connect(phone);
  screen.getByRole('img', { name: 'QR code that connects Pixel' });
  screen.getByText('Waiting for the first position...');
  const link = screen.getByRole('link', { name: 'OwnTracks for Android' });
  expect(link.getAttribute('href')).toContain('org.owntracks.android');
  const seen = { ...phone, lastSeenAt: minutesAgo(1) };
  act(() => void store.dispatch(phoneChanged({ id: 'p1', phone: seen })));
  const text = (start: RegExp) => screen.getByText(start).textContent;
  expect(text(/^The app/u)).toBe(
    'The app has reached Kinmap 1 minute ago. Waiting for its first position...',
  );
  // Screen readers would say it again every minute.
  expect(screen.getByText('1 minute ago').getAttribute('aria-live')).toBe('off');
  const heard = { ...phone, lastSeenAt: minutesAgo(0), lastFixAt: minutesAgo(0), lastAccuracy: 12.3 };
  act(() => void store.dispatch(phoneChanged({ id: 'p1', phone: heard })));
  expect(text(/^Position received/u)).toBe('Position received just now, ±12 m.');
  expect(screen.getByText('just now').getAttribute('aria-live')).toBe('off');
  expect(screen.queryByRole('img', { name: /^QR code/u })).toBeNull();
  expect(screen.queryByText(/stands in when that is silent/u)).toBeNull();
  act(() => void store.dispatch(phoneChanged({ id: 'p1', phone: { ...heard, isPrimary: false } })));
  screen.getByText(/stands in when that is silent/u);
});

it('given a phone with a new key, when it sends no position, then the page still waits for one', () => {
  const before = { lastSeenAt: minutesAgo(60), lastFixAt: minutesAgo(60), lastAccuracy: 12 };
  const phone = createPhone(before);
  const store = connect(phone);
  const seen = { ...phone, lastSeenAt: minutesAgo(1) };
  act(() => void store.dispatch(phoneChanged({ id: 'p1', phone: seen })));
  const state = () =>
    screen
      .getAllByRole('status')
      .map(({ textContent }) => textContent)
      .join('\n');
  expect(state()).toContain('The app has reached Kinmap 1 minute ago. Waiting for its first position...');
  expect(state()).not.toContain('Position received');
  screen.getByRole('img', { name: 'QR code that connects Pixel' });
  const heard = { ...seen, lastSeenAt: minutesAgo(0), lastFixAt: minutesAgo(0) };
  act(() => void store.dispatch(phoneChanged({ id: 'p1', phone: heard })));
  expect(state()).toContain('Position received just now, ±12 m.');
});

it('given the key, then the page has the button of the app and the values to type', async () => {
  const { store, shownSecrets, user, dispatched } = show();
  shownSecrets.show({ phone: { origin: 'https://family.example', key: KEY } });
  act(() => {
    store.dispatch(
      connectingStarted({
        page: 'connect',
        phone: createPhone({ app: 'overland', name: 'iPhone' }),
        system: 'ios',
        initials: 'AN',
        seenBefore: null,
        fixBefore: null,
        hasKey: true,
      }),
    );
  });
  screen.getByText(/^Overland follows “iPhone”. From the first position on, your families see it.$/u);
  const button = screen.getByRole('link', { name: 'Set up Overland' });
  expect(button.getAttribute('href')).toBe(
    `overland://setup?url=https%3A%2F%2Ffamily.example%2Fphone%2Foverland&token=${KEY}&device_id=iphone&unique_id=no`,
  );
  await user.click(screen.getByText('Nothing happens? Type it in'));
  await user.click(screen.getByRole('button', { name: 'Copy Access Token' }));
  expect(dispatched).toHaveBeenLastCalledWith({
    type: 'locations/phones/valueCopyRequested',
    payload: { field: 'key' },
  });
  act(() => void store.dispatch(taskEnded({ task: 'copy', id: null, field: 'key', error: null })));
  screen.getByRole('button', { name: 'Copied Access Token' });
  await user.click(screen.getByRole('button', { name: 'Test address and key' }));
  act(() => void store.dispatch(taskEnded({ task: 'copy', id: null, field: 'key', error: null })));
  screen.getByRole('button', { name: 'Testing...' });
  act(() => void store.dispatch(taskEnded({ task: 'test', id: null, error: null })));
  act(() => void store.dispatch(copyConfirmationEnded()));
  screen.getByText('Kinmap takes positions with this address and key.');
});

it('given a phone in trouble, then its card says what it is and what to do', () => {
  show([
    createPhone({
      name: 'Pixel',
      lastSeenAt: minutesAgo(13 * 60),
      lastError: 'encrypted',
      lastErrorAt: minutesAgo(13 * 60),
      battery: 0.14,
      charging: true,
      hints: ['bo'],
    }),
  ]);
  expect(card().textContent).toContain('OwnTracks · Silent, heard about 13 hours ago · 14 %, charging');
  within(card()).getByText(/^Its positions are encrypted/u);
  within(card()).getByText(/^Battery optimisation stops the app/u);
  within(card()).getByText('Primary');
});

it('given positions that were dropped, then the card says so for a week', () => {
  const dropped = { droppedFixes: 1_234, lastSeenAt: minutesAgo(1) };
  const week = 7 * 24 * 60;
  show([
    createPhone({ ...dropped, id: 'p1', droppedAt: minutesAgo(5) }),
    createPhone({ ...dropped, id: 'p2', droppedAt: minutesAgo(week) }),
  ]);
  within(card()).getByText(/^It sent more positions than are kept: .* were dropped, the last 5 minutes ago/u);
  expect(screen.getAllByText(/more positions than are kept/u)).toHaveLength(1);
});

it('given a phone, when it is to be disconnected, then the page asks before', async () => {
  const { user, dispatched, store } = show([createPhone({ isPrimary: false })]);
  await user.click(within(card()).getByText(/^Settings/u));
  await user.click(within(card()).getByRole('button', { name: 'Make it primary' }));
  expect(dispatched).toHaveBeenLastCalledWith({
    type: 'locations/phones/phoneChangeSubmitted',
    payload: { id: 'p1', change: { isPrimary: true } },
  });
  await user.click(within(card()).getByRole('checkbox', { name: 'OwnTracks shows my family' }));
  expect(dispatched).toHaveBeenLastCalledWith({
    type: 'locations/phones/phoneChangeSubmitted',
    payload: { id: 'p1', change: { seesFamily: false } },
  });
  await user.click(within(card()).getByRole('button', { name: 'Disconnect' }));
  await user.click(within(card()).getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('form', { name: 'Disconnect' })).toBeNull();
  act(() => void store.dispatch(questionAsked({ about: 'disconnect', id: 'p1' })));
  await user.click(within(card()).getByRole('button', { name: 'Disconnect it' }));
  expect(dispatched).toHaveBeenLastCalledWith({
    type: 'locations/phones/disconnectConfirmed',
    payload: { id: 'p1' },
  });
  const error = { code: 'phone_not_disconnected' } as const;
  act(() => void store.dispatch(taskEnded({ task: 'disconnect', id: 'p1', error })));
  expect(within(card()).getByRole('alert').textContent).toContain('could not be disconnected');
});

it('given ten phones, then no more can be added; given none known, then the page says why', () => {
  show(Array.from({ length: 10 }, (_, index) => createPhone({ id: `p${index}` })));
  expect(screen.getByRole('button', { name: 'Add a phone' })).toHaveProperty('disabled', true);
  const { store } = show(null);
  act(() => void store.dispatch(taskEnded({ task: 'load', id: null, error: { code: 'phones_not_loaded' } })));
  screen.getByText('Your phones could not be loaded');
});

it('given sharing, when it is paused for an hour, then the map says so and offers to resume', async () => {
  const { user, dispatched, store } = show();
  act(() => void store.dispatch(sharingLoaded({ paused: false, until: null })));
  await user.click(screen.getByRole('button', { name: 'For 1 hour' }));
  expect(dispatched).toHaveBeenLastCalledWith({
    type: 'locations/whereabouts/pauseRequested',
    payload: 'hour',
  });
  act(() => void store.dispatch(sharingLoaded({ paused: true, until: null })));
  expect(screen.getAllByText(/^Paused until you resume/u)).toHaveLength(2);
  expect(screen.getAllByRole('button', { name: 'Resume' })).toHaveLength(2);
  const offer = () => screen.queryByRole('link', { name: 'Follow your phone while it sleeps' });
  act(() => void store.dispatch(appOffered()));
  expect(offer()).toBeNull();
  act(() => void store.dispatch(sharingStarted()));
  expect(offer()).toBeTruthy();
});

it('given sharing is paused or resumed, then the focus goes to what takes the place of the button', async () => {
  const { user, store } = show();
  const load = (paused: boolean) =>
    act(async () => void store.dispatch(sharingLoaded({ paused, until: null })));
  await load(false);
  await user.click(screen.getByRole('button', { name: 'For 1 hour' }));
  await load(true);
  expect(document.activeElement).toBe(screen.getAllByRole('button', { name: 'Resume' })[1]);
  await user.click(screen.getAllByRole('button', { name: 'Resume' })[1] as HTMLElement);
  await load(false);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'For 1 hour' }));
  await load(true);
  await user.click(screen.getAllByRole('button', { name: 'Resume' })[0] as HTMLElement);
  await load(false);
  expect(document.activeElement?.tagName).toBe('H1');
});

it('given a position, a family or none of them, then the card about sharing says who sees what', () => {
  const { store } = show();
  expect(screen.getByText('No one sees where you are')).toBeTruthy();
  act(() => void store.dispatch(locationsLoaded({ locations: [createLocation('ana')] })));
  expect(screen.getByText('Your family sees your last position')).toBeTruthy();
  act(() => void store.dispatch(familiesLoaded({ families: [createFamily('one', ['ana'])] })));
  expect(screen.getByText('No one sees where you are')).toBeTruthy();
  act(() => void store.dispatch(familiesLoaded({ families: [createFamily('one', ['ana', 'ben'])] })));
  expect(screen.getByText('Your family sees your last position')).toBeTruthy();
  act(() => void store.dispatch(familiesLoaded({ families: [] })));
  expect(screen.getByText('No one sees where you are')).toBeTruthy();
});

it('given the password is needed, when it is typed, then the phone is added with it', async () => {
  const { user, dispatched, store } = show();
  await user.click(screen.getByRole('button', { name: 'Add a phone' }));
  const error = { code: 'current_password_needed' } as const;
  act(() => void store.dispatch(taskEnded({ task: 'add', id: null, error })));
  // A question is no failure.
  expect(screen.queryByRole('alert')).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText('Your password'));
  await user.type(screen.getByLabelText('Your password'), 'secret words');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(dispatched).toHaveBeenLastCalledWith({
    type: 'locations/phones/phoneSubmitted',
    payload: { name: 'iPhone', app: 'owntracks', system: 'ios', currentPassword: 'secret words' },
  });
  screen.getByLabelText('Your password');
});

it('given a new key needs the password, when it is typed, then the key is made with it', async () => {
  const { user, dispatched, store } = show([createPhone()]);
  const error = { code: 'current_password_needed' } as const;
  act(() => void store.dispatch(taskEnded({ task: 'renew', id: 'p1', error })));
  await user.type(screen.getByLabelText('Your password'), 'secret words');
  await user.click(screen.getByRole('button', { name: 'Make a new key' }));
  expect(dispatched).toHaveBeenLastCalledWith({
    type: 'locations/phones/keyRenewalConfirmed',
    payload: { id: 'p1', currentPassword: 'secret words' },
  });
});

it('given two phones, when one is disconnected, then the focus is in its card, then in the next', async () => {
  const { store, user } = show([
    createPhone({ id: 'p1', name: 'Mine' }),
    createPhone({ id: 'p2', name: 'Old' }),
  ]);
  await user.click(within(card()).getByText('Settings'));
  await user.click(within(card()).getByRole('button', { name: 'Disconnect' }));
  await user.click(screen.getByRole('button', { name: 'Disconnect it' }));
  expect(document.activeElement).toBe(card().querySelector('summary'));
  const [, next] = screen.getAllByRole('listitem');
  await act(async () => void store.dispatch(phoneChanged({ id: 'p1', phone: null })));
  expect(document.activeElement).toBe(next?.querySelector('summary'));
});
