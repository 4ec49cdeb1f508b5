import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { selectSelectedSteps } from '#client/features/families/firstSteps/selectors';
import { parseStoredFirstSteps } from '#client/features/families/firstSteps/storage';
import { selectPanel } from '#client/features/families/selectors';
import {
  createFamilySubmitted,
  familiesLoaded,
  familySelected,
  joinFamilySubmitted,
  panelMoved,
} from '#client/features/families/slice';
import { selectGeofenceForm } from '#client/features/geofences/selectors';
import { geofencesLoaded } from '#client/features/geofences/slice';
import { phonesLoaded } from '#client/features/locations/phones/slice';
import { sharingStartRequested, sharingStopRequested } from '#client/features/locations/slice';
import { ownPhoneLoaded } from '#client/features/locations/whereabouts/slice';
import { signOutRequested } from '#client/features/session/slice';
import { FirstSteps } from '#client/pages/map/FirstSteps.tsx';
import { phonesOpened } from '#client/store/pageActions';
import { createFamily, createFix, createGeofence, createLocation } from '../../support/builders';
import { type FakeServices, flushPromises } from '../../support/fakeServices';
import { createPhone } from '../../support/phones';
import { renderInApp } from '../../support/renderInApp';
import { signedInStore } from '../../support/signedInStore';

const alone = createFamily('f9', ['ana']);
const key = 'firstSteps:ana';

/** Ana creates a family on this device and sees its first steps. */
async function enter(change: (fake: FakeServices) => void = () => undefined) {
  const all = await signedInStore((fake) => {
    fake.answers['POST /api/families'] = () => alone;
    change(fake);
  });
  all.fake.answers['GET /api/families'] = () => [alone];
  await all.perform(createFamilySubmitted({ name: 'The Marins' }));
  return { ...all, ...show(all) };
}

function show({ store, fake }: Awaited<ReturnType<typeof signedInStore>>, isFolded = false) {
  renderInApp(
    <>
      <FirstSteps isFolded={isFolded} />
      <div>
        <a href="/profile/ana">Ana</a>
      </div>
    </>,
    { store, services: fake.services },
  );
  const user = userEvent.setup();
  const press = async (role: 'button' | 'link', name: string) => {
    await user.click(screen.getByRole(role, { name }));
    await act(flushPromises);
  };
  return { press };
}

const titles = () => screen.queryAllByRole('listitem').map((row) => row.querySelector('strong')?.textContent);

it('given a family that was known before, then no first steps are offered', async () => {
  const all = await signedInStore();
  show(all);
  expect(screen.queryByRole('region')).toBeNull();
});

it('given a family that one is in, when it is joined once more, then no first steps are offered', async () => {
  const all = await signedInStore((fake) => {
    fake.answers['GET /api/families'] = () => [alone];
    fake.answers['POST /api/families/join-by-code'] = () => alone;
  });
  await all.perform(joinFamilySubmitted({ inviteCode: 'ABCDE' }));
  expect(selectSelectedSteps(all.store.getState())).toBeUndefined();
});

it('given a new family, then its steps are offered, and what is done or skipped stays so on reload', async () => {
  const { press, fake } = await enter();
  expect(screen.getByRole('region', { name: 'Welcome to Family f9' })).toBeTruthy();
  expect(titles()).toEqual(['Share where you are', 'Invite the others', 'Add Home', 'Get notified']);
  await press('button', 'Share');
  await act(async () => {
    fake.receiveFix(createFix());
    await flushPromises();
  });
  await press('button', 'Skip: Get notified');
  expect(titles()).toEqual(['Share where you are', 'Invite the others', 'Add Home']);
  expect(screen.getByText('Done')).toBeTruthy();
  expect(parseStoredFirstSteps(fake.stored.get(key) ?? null)).toEqual([
    { familyId: 'f9', done: ['share'], skipped: ['notifications'] },
  ]);
  const again = await signedInStore((next) => {
    for (const [name, value] of fake.stored) next.stored.set(name, value);
    next.answers['GET /api/families'] = () => [alone];
  });
  expect(selectSelectedSteps(again.store.getState())).toMatchObject({ familyId: 'f9', done: ['share'] });
});

it('given the focus on a step, when it is done, then what says so has the focus', async () => {
  const { press, store, fake } = await enter((before) => {
    before.answers['GET /api/families'] = () => [alone];
  });
  await press('button', 'Share');
  await act(async () => {
    fake.receiveFix(createFix());
    await flushPromises();
  });
  const done = () => screen.getAllByText('Done').at(-1);
  expect(document.activeElement).toBe(done());
  await press('button', 'Invite');
  act(() => screen.getByRole('button', { name: 'Copy invite link' }).focus());
  await act(async () => {
    store.dispatch(familiesLoaded({ families: [createFamily('f9', ['ana', 'ben'])] }));
    await flushPromises();
  });
  expect(screen.getAllByText('Done')).toHaveLength(2);
  expect(document.activeElement).toBe(done());
});

it('given the browser denies the position, when Share is pressed, then the step is not done', async () => {
  const { press, store, fake } = await enter();
  await press('button', 'Share');
  expect(fake.watchCount()).toBe(1);
  await act(async () => {
    fake.failGeolocation('denied');
    await flushPromises();
  });
  expect(selectSelectedSteps(store.getState())?.done).toEqual([]);
});

it('given the last step is skipped, then a quiet line is left, which brings all of them back', async () => {
  const { press, store, fake } = await enter();
  for (const step of ['Share where you are', 'Invite the others', 'Get notified', 'Add Home'])
    await press('button', `Skip: ${step}`);
  expect(titles()).toEqual([]);
  const line = screen.getByRole('button', { name: 'Show skipped steps' });
  // In the panel, so that Escape closes it.
  expect(document.activeElement).toBe(line);
  await press('button', 'Show skipped steps');
  expect(titles()).toHaveLength(4);
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Welcome to Family f9' }));
  expect(selectSelectedSteps(store.getState())?.skipped).toEqual([]);
  expect(parseStoredFirstSteps(fake.stored.get(key) ?? null)).toMatchObject([{ skipped: [] }]);
});

it('given a step was skipped, when it is shown again, then it can be done', async () => {
  const { press } = await enter();
  await press('button', 'Skip: Add Home');
  await press('button', 'Show skipped steps');
  expect(titles()).toContain('Add Home');
  expect(screen.queryByRole('button', { name: 'Show skipped steps' })).toBeNull();
});

it('given sharing was stopped, then its step is no longer done; sharing again does it', async () => {
  const { press, store, fake } = await enter();
  await press('button', 'Share');
  await act(async () => {
    fake.receiveFix(createFix());
    await flushPromises();
  });
  expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
  await act(async () => {
    store.dispatch(sharingStopRequested('byUser'));
    await flushPromises();
  });
  expect(screen.queryByText('Done')).toBeNull();
  await press('button', 'Share');
  expect(screen.getByText('Done')).toBeTruthy();
});

it('given a family with others, then one line says how many steps are done, and opens them', async () => {
  const all = await signedInStore((fake) => void (fake.answers['POST /api/families'] = () => alone));
  all.fake.answers['GET /api/families'] = () => [createFamily('f9', ['ana', 'ben'])];
  await all.perform(createFamilySubmitted({ name: 'The Marins' }));
  act(() => void all.store.dispatch(familiesLoaded({ families: [createFamily('f9', ['ana', 'ben'])] })));
  const { press } = show(all, true);
  expect(titles()).toEqual([]);
  await userEvent.click(screen.getByText('First steps: 1 of 4 done'));
  expect(titles()).toHaveLength(4);
  for (const step of ['Share where you are', 'Get notified', 'Add Home'])
    await press('button', `Skip: ${step}`);
  await press('button', 'Show skipped steps');
  expect(titles()).toHaveLength(4);
  expect(document.activeElement).toBe(screen.getByText('First steps: 1 of 4 done'));
});

it.each([
  ['a place of one’s own', {}, ['home', 'invite']],
  ['a home that another has added', { createdBy: 'ben', kind: 'home' as const }, ['home', 'invite']],
  ['a sports ground of one’s own', { kind: 'sport' as const }, ['invite']],
  ['a school that another has added', { createdBy: 'ben', kind: 'school' as const }, ['invite']],
])(
  'given others have joined and %s, when families load, then these steps are done',
  async (_, place, done) => {
    const { store } = await enter();
    act(() => {
      store.dispatch(familiesLoaded({ families: [createFamily('f9', ['ana', 'ben'])] }));
      store.dispatch(geofencesLoaded({ geofences: [createGeofence('g1', { familyId: 'f9', ...place })] }));
    });
    expect(selectSelectedSteps(store.getState())?.done.toSorted()).toEqual(done);
  },
);

/** A server that sends pushes, to this browser once it has asked for them. */
function sendPushes({ answers, recorded }: FakeServices) {
  const devices = () =>
    recorded.calls.some(({ path }) => path === '/api/push/device')
      ? [{ id: 'd1', name: 'Browser', seenAt: '2026-05-01T11:00:00.000Z' }]
      : [];
  answers['GET /api/push'] = () => ({ available: true, publicKey: 'the-key', devices: devices() });
  answers['GET /api/notify/settings'] = () => ({
    quiet: null,
    timeZone: 'UTC',
    privateText: false,
    messages: true,
  });
  answers['PUT /api/push/device'] = () => ({ id: 'd1' });
}

it('given the permission without pushes, then its step is not done; once they reach this browser it is', async () => {
  const { press, store, fake } = await enter((before) => {
    sendPushes(before);
    before.setPermission('granted');
  });
  const isDone = () => selectSelectedSteps(store.getState())?.done.includes('notifications');
  expect(isDone()).toBe(false);
  await press('button', 'Switch on');
  await waitFor(() => expect(isDone()).toBe(true));
  expect(fake.stored.get('push:ana')).toBe('d1');
});

it('given pushes reach this browser, when a family is created, then their step is done', async () => {
  const { store } = await enter((fake) => {
    sendPushes(fake);
    fake.setPermission('granted');
    fake.stored.set('push:ana', 'd1');
  });
  expect(selectSelectedSteps(store.getState())?.done).toContain('notifications');
});

it('given a server without pushes, when they are switched on, then a link leads to what to do', async () => {
  const { press, store } = await enter();
  await press('button', 'Switch on');
  const link = await screen.findByRole('link', { name: 'Set up' });
  expect(link.getAttribute('href')).toBe('/notifications');
  expect(selectSelectedSteps(store.getState())?.done).not.toContain('notifications');
});

it('given the page of phones was looked at, then its step is done only once there is a phone', async () => {
  const { store } = await enter();
  const isDone = () => selectSelectedSteps(store.getState())?.done.includes('phone');
  act(() => {
    store.dispatch(phonesOpened());
    store.dispatch(phonesLoaded([]));
    store.dispatch(ownPhoneLoaded(null));
  });
  expect(isDone()).toBe(false);
  act(() => void store.dispatch(phonesLoaded([createPhone()])));
  expect(isDone()).toBe(true);
});

afterEach(() => void Reflect.deleteProperty(HTMLElement.prototype, 'scrollIntoView'));

it('given the invitation is unfolded, then its link is copied from there, beside the QR code', async () => {
  const { press, fake } = await enter((before) => void (before.answers['GET /api/families'] = () => [alone]));
  await press('button', 'Invite');
  expect(screen.getByRole('img', { name: 'QR code that leads to joining Family f9' })).toBeTruthy();
  await press('button', 'Copy invite link');
  expect(fake.recorded.copied).toEqual(['http://kinmap.test/family-setup#code=CODE-f9']);
  expect(screen.getByText('Invite link copied to clipboard!')).toBeTruthy();
});

it('given the invitation is unfolded, then the sheet is full and its whole step is in sight', async () => {
  const scrolled = jest.fn();
  // The test environment has no such function.
  HTMLElement.prototype.scrollIntoView = function (this: HTMLElement) {
    scrolled(this.querySelector('strong')?.textContent);
  };
  const { press, store } = await enter(
    (before) => void (before.answers['GET /api/families'] = () => [alone]),
  );
  await press('button', 'Invite');
  expect(selectPanel(store.getState()).height).toBe('full');
  await waitFor(() => expect(scrolled).toHaveBeenCalledWith('Invite the others'));
  act(() => void store.dispatch(panelMoved({ height: 'half' })));
  await press('button', 'Invite');
  expect(selectPanel(store.getState()).height).toBe('half');
});

it('given Home is added, then the form of a place opens with its name', async () => {
  const { press, store } = await enter();
  await press('link', 'Add');
  expect(selectGeofenceForm(store.getState())).toMatchObject({ id: null, name: 'Home' });
});

it('given the user signs out, then the device forgets the steps', async () => {
  const { fake, perform } = await enter();
  expect(fake.stored.has(key)).toBe(true);
  await act(() => perform(signOutRequested()));
  expect(fake.stored.has(key)).toBe(false);
});

it.each([['null'], ['{'], ['{"familyId":3}'], ['[]']])(
  'given %s on the device, then it is ignored',
  (text) => {
    expect(parseStoredFirstSteps(text)).toEqual([]);
  },
);

it('given an earlier version stored the steps of one family, then they are read', () => {
  expect(parseStoredFirstSteps('{"familyId":"f9","done":["share"],"skipped":["x"]}')).toEqual([
    { familyId: 'f9', done: ['share'], skipped: [] },
  ]);
});

const club = createFamily('f10', ['ana']);

/** Ana does some of the steps of a first family, and creates a second one. */
async function enterSecond() {
  const all = await enter();
  await all.press('button', 'Share');
  await act(async () => {
    all.fake.receiveFix(createFix());
    await flushPromises();
  });
  await all.press('button', 'Skip: Get notified');
  await all.press('button', 'Skip: Invite the others');
  all.fake.answers['POST /api/families'] = () => club;
  all.fake.answers['GET /api/families'] = () => [alone, club];
  await act(() => all.perform(createFamilySubmitted({ name: 'Rowing Club' })));
  return all;
}

it('given one shares already, when a second family is created, then its step Share is done at once', async () => {
  await enterSecond();
  expect(screen.getByRole('region', { name: 'Welcome to Family f10' })).toBeTruthy();
  // What is one's own is done, or skipped, in every family.
  expect(titles()).toEqual(['Share where you are', 'Invite the others', 'Add Home']);
  expect(screen.getAllByText('Done')).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
});

it('given a second family, when the first is chosen again, then its steps are still there', async () => {
  const { perform, press, fake } = await enterSecond();
  await act(() => perform(familySelected({ familyId: 'f9' })));
  expect(screen.getByRole('region', { name: 'Welcome to Family f9' })).toBeTruthy();
  expect(titles()).toEqual(['Share where you are', 'Add Home']);
  await press('button', 'Show skipped steps');
  expect(titles()).toEqual(['Share where you are', 'Invite the others', 'Add Home', 'Get notified']);
  expect(parseStoredFirstSteps(fake.stored.get(key) ?? null)).toMatchObject([
    { familyId: 'f9', skipped: [] },
    { familyId: 'f10', skipped: [] },
  ]);
});

it('given one shared before this device knew steps, when a family is created, then Share is done', async () => {
  const all = await signedInStore((fake) => {
    fake.answers['POST /api/families'] = () => alone;
    fake.answers['GET /api/locations/family'] = () => [createLocation('ana')];
  });
  all.fake.answers['GET /api/families'] = () => [alone];
  await all.perform(sharingStartRequested());
  await all.perform(createFamilySubmitted({ name: 'The Marins' }));
  show(all);
  expect(screen.getAllByText('Done')).toHaveLength(1);
});

it('given first steps, when one is skipped, then the next has the focus', async () => {
  const { press } = await enter();
  await press('button', 'Skip: Invite the others');
  // Not one of its buttons: a second press would do it.
  expect(document.activeElement).toBe(screen.getAllByRole('listitem')[1]);
  expect(document.activeElement?.textContent).toContain('Add Home');
});
