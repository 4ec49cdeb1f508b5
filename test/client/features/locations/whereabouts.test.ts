import {
  selectIsAppOffered,
  selectIsShared,
  selectPause,
  selectPresenceOf,
  selectSharingChange,
  selectSharingEndsAt,
  selectSharingPhone,
} from '#client/features/locations/whereabouts/selectors';
import { resumeRequested } from '#client/features/locations/actions';
import {
  batteryText,
  isBatteryLow,
  isBatteryShown,
  pauseText,
  whereaboutsText,
} from '#client/features/locations/whereabouts/messages';
import {
  appOfferDismissed,
  pauseRequested,
  presencesLoaded,
  sharingLengthChosen,
  whereaboutsOutdated,
} from '#client/features/locations/whereabouts/slice';
import {
  locationsUpdated,
  sharingInterrupted,
  sharingStartRequested,
  sharingStopRequested,
} from '#client/features/locations/slice';
import { RequestFailed } from '#client/services/errors';
import type { Presence, Sharing } from '#contract/phones';
import { type FakeServices, flushPromises, NOW } from '../../support/fakeServices';
import { createLocation } from '../../support/builders';
import { createPhone } from '../../support/phones';
import { signedInStore } from '../../support/signedInStore';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const ago = (milliseconds: number) => new Date(NOW - milliseconds).toISOString();
/** As this device's clock shows it. */
const clock = (moment: string) =>
  new Date(moment).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' });

function createPresence(change: Partial<Presence> = {}): Presence {
  return {
    userId: 'ben',
    place: null,
    since: null,
    speed: null,
    battery: null,
    charging: null,
    lastHeardAt: ago(MINUTE_MS),
    ...change,
  };
}

const since = ago(2 * HOUR_MS);
it.each([
  { of: 'nothing more than a position', presence: {}, age: MINUTE_MS, text: null },
  {
    of: 'a stay',
    presence: { since },
    age: MINUTE_MS,
    text: `Here since ${clock(since)}`,
  },
  {
    of: 'a stay since the day before',
    presence: { since: ago(26 * HOUR_MS) },
    age: MINUTE_MS,
    text: 'Here since yesterday',
  },
  {
    of: 'a stay since days ago',
    presence: { since: ago(4 * 24 * HOUR_MS) },
    age: MINUTE_MS,
    text: `Here since Apr 27, ${clock(ago(4 * 24 * HOUR_MS))}`,
  },
  {
    of: 'a stay of a phone that is silent',
    presence: { since, lastHeardAt: ago(HOUR_MS) },
    age: HOUR_MS,
    text: `Here since ${clock(since)}, heard about 1 hour ago`,
  },
  {
    of: 'a position that is newer than the last word of the phone',
    presence: { since, lastHeardAt: ago(13 * HOUR_MS) },
    age: MINUTE_MS,
    text: `Here since ${clock(since)}`,
  },
  {
    of: 'a stay at a place',
    presence: { since, place: { id: 'g1', name: 'School' } },
    age: null,
    text: `At School since ${clock(since)}`,
  },
  { of: 'a move', presence: { since, speed: 12 }, age: MINUTE_MS, text: 'Moving, 43 km/h' },
  {
    of: 'a move some minutes ago',
    presence: { since, speed: 12, lastHeardAt: ago(4 * MINUTE_MS) },
    age: 4 * MINUTE_MS,
    text: 'Was moving 4 minutes ago',
  },
  {
    of: 'a move, and a phone that was heard later',
    presence: { since, speed: 12, lastHeardAt: ago(4 * MINUTE_MS) },
    age: HOUR_MS,
    text: 'Was moving about 1 hour ago, heard 4 minutes ago',
  },
  {
    of: 'a move inside a place some minutes ago',
    presence: { since, speed: 12, place: { id: 'g1', name: 'School' } },
    age: 4 * MINUTE_MS,
    text: `At School since ${clock(since)}`,
  },
  { of: 'a step', presence: { speed: 1.9 }, age: MINUTE_MS, text: null },
  {
    of: 'a phone that stands still',
    presence: { since, lastHeardAt: ago(4 * MINUTE_MS) },
    age: HOUR_MS,
    text: `Here since ${clock(since)}, still there, heard 4 minutes ago`,
  },
])('given $of, then that is what is said', ({ presence, age, text }) => {
  expect(whereaboutsText(createPresence(presence), age, NOW)).toBe(text);
});

it.each([
  [{ battery: 0.64 }, '64 %', false, false],
  [{ battery: 0.14 }, '14 %, battery low', true, true],
  [{ battery: 0.14, charging: true }, '14 %, charging', true, false],
  [{}, null, false, false],
])('given the battery %j, then the card says %p', (battery, text, isShown, isLow) => {
  const presence = createPresence(battery);
  expect([batteryText(presence), isBatteryShown(presence), isBatteryLow(presence)]).toEqual([
    text,
    isShown,
    isLow,
  ]);
});

it('given no contact for 12 hours, then that is said, and where the member was is not', () => {
  const presence = createPresence({ since, speed: 12, lastHeardAt: ago(12 * HOUR_MS) });
  expect(whereaboutsText(presence, 12 * HOUR_MS, NOW)).toMatch(/^No contact since May 1, /u);
});

it('given positions after the last news of the rest, then the member is not without contact', () => {
  const presence = createPresence({ since, lastHeardAt: ago(13 * HOUR_MS) });
  expect(whereaboutsText(presence, MINUTE_MS, NOW)).toBe(`Here since ${clock(since)}`);
});

/** Ana's store with a server on which she shares. */
async function started(sharing: Sharing = { paused: false, until: null }, change: object = {}) {
  const requests: unknown[] = [];
  let current = sharing;
  const all = await signedInStore((fake) => {
    Object.assign(fake.answers, {
      'GET /api/presence': () => [createPresence()],
      'GET /api/sharing': () => current,
      'GET /api/phones': () => [],
      'PUT /api/sharing': ({ body }: { body: Sharing }) => {
        requests.push(body);
        current = { paused: body.paused, until: body.until ?? null };
        return current;
      },
      ...change,
    });
  });
  await import('#client/app/laterSagas');
  await flushPromises();
  return { ...all, requests, state: () => all.store.getState() };
}

it('given members, when one of them moves on, then the newest is known', async () => {
  const { fake, state } = await started();
  expect(selectPresenceOf(state(), 'ben')).toEqual(createPresence());
  fake.receive('presence:changed', createPresence({ speed: 3 }));
  fake.receive('presence:changed', createPresence({ speed: 9 }));
  fake.drawFrame();
  await flushPromises();
  expect(selectPresenceOf(state(), 'ben')?.speed).toBe(9);
});

it('given the first position of a member who had none, then the rest of them is loaded', async () => {
  let list: Presence[] = [];
  const { perform, state } = await started(undefined, { 'GET /api/presence': () => list });
  expect(selectPresenceOf(state(), 'ben')).toBeUndefined();
  list = [createPresence({ place: { id: 'g1', name: 'Home' } })];
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  await perform(locationsUpdated({ locations: [createLocation('ben')] }));
  jest.advanceTimersByTime(150);
  await flushPromises();
  jest.useRealTimers();
  expect(selectPresenceOf(state(), 'ben')?.place?.name).toBe('Home');
});

describe('a list that was asked for before an event', () => {
  /** The server answers the next list when the returned function is called. */
  function holdList({ answers }: FakeServices, list: Presence[]) {
    let answer = () => undefined as void;
    answers['GET /api/presence'] = () => {
      answers['GET /api/presence'] = () => [createPresence(), createPresence({ userId: 'eva' })];
      return new Promise((resolve) => (answer = () => resolve(list)));
    };
    return () => answer();
  }

  async function receive(fake: FakeServices, presence: Presence) {
    fake.receive('presence:changed', presence);
    fake.drawFrame();
    await flushPromises();
  }

  it('given the event is newer, then it stays; given the list is as new or newer, then the list counts', async () => {
    const { fake, perform, state } = await started();
    for (const [heard, speed] of [
      [ago(0), 9],
      [ago(MINUTE_MS), 2],
    ] as const) {
      const answer = holdList(fake, [createPresence({ speed: 2 })]);
      await perform(whereaboutsOutdated());
      await receive(fake, createPresence({ speed: 9, lastHeardAt: heard }));
      answer();
      await flushPromises();
      expect(selectPresenceOf(state(), 'ben')?.speed).toBe(speed);
      await perform(presencesLoaded([]));
    }
  });

  it('given positions that were deleted while this page was away, then the older list counts', async () => {
    const { fake, perform, state } = await started();
    await receive(fake, createPresence({ speed: 9, lastHeardAt: ago(0) }));
    const answer = holdList(fake, [createPresence({ speed: 2, lastHeardAt: ago(MINUTE_MS) })]);
    await perform(whereaboutsOutdated());
    answer();
    await flushPromises();
    expect(selectPresenceOf(state(), 'ben')?.speed).toBe(2);
  });

  it('given the first event about a member, then that member is not lost', async () => {
    const { fake, perform, state } = await started();
    const answer = holdList(fake, [createPresence()]);
    await perform(whereaboutsOutdated());
    await receive(fake, createPresence({ userId: 'eva' }));
    answer();
    await flushPromises();
    expect(selectPresenceOf(state(), 'eva')).toBeDefined();
  });
});

it('given places change several times in a row, then presences with their names are loaded once', async () => {
  const { fake, state } = await started();
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  fake.answers['GET /api/presence'] = () => [createPresence({ place: { id: 'g1', name: 'High school' } })];
  fake.recorded.calls.length = 0;
  for (let change = 0; change < 3; change += 1) fake.receive('geofences:changed', { familyId: 'f1' });
  await flushPromises();
  jest.advanceTimersByTime(150);
  await flushPromises();
  jest.useRealTimers();
  expect(fake.recorded.calls.filter(({ path }) => path === '/api/presence')).toHaveLength(1);
  expect(selectPresenceOf(state(), 'ben')?.place?.name).toBe('High school');
});

it('given a pause of an hour, then it ends by itself; given one that is resumed, then at once', async () => {
  const { perform, requests, state } = await started();
  await perform(pauseRequested('hour'));
  const until = new Date(NOW + HOUR_MS).toISOString();
  expect(requests).toEqual([{ paused: true, until }]);
  expect(selectPause(state())).toEqual({ until });
  expect(pauseText({ until }, NOW)).toContain(`Paused until ${clock(until)}`);
  const later = { ...state(), session: { ...state().session } };
  later.session.device = { ...later.session.device, now: NOW + HOUR_MS };
  expect(selectPause(later)).toBeNull();
  await perform(pauseRequested('open'));
  expect([requests.at(-1), selectPause(state())]).toEqual([{ paused: true, until: null }, { until: null }]);
  await perform(pauseRequested('tonight'));
  expect(new Date((requests.at(-1) as { until: string }).until).getHours()).toBe(0);
  await perform(resumeRequested());
  expect([requests.at(-1), selectPause(state())]).toEqual([{ paused: false }, null]);
});

it('given a visible page, when sharing is paused on another device, then it shows the pause', async () => {
  const { fake, state } = await started();
  fake.answers['GET /api/sharing'] = () => ({ paused: true, until: null });
  fake.receive('settings:changed', { what: 'preferences' });
  await flushPromises();
  expect(selectPause(state())).toBeNull();
  fake.receive('settings:changed', { what: 'sharing' });
  await flushPromises();
  expect(selectPause(state())).toEqual({ until: null });
});

it('given a server that cannot be reached, when sharing is paused, then the page says that it is not', async () => {
  const { fake, perform, state } = await started();
  fake.answers['PUT /api/sharing'] = () => {
    throw new RequestFailed(null);
  };
  await perform(pauseRequested('hour'));
  expect([selectSharingChange(state()), selectPause(state())]).toEqual(['failed', null]);
});

it('given a pause, when the user presses Start, then it ends; when sharing resumes by itself, not', async () => {
  const { perform, requests } = await started({ paused: true, until: null });
  await perform(sharingStartRequested('resumed'));
  expect(requests).toEqual([]);
  await perform(sharingStopRequested(), sharingStartRequested());
  expect(requests).toEqual([{ paused: false }]);
});

const serverWithPhone = (lastFixAt: string, lastSeenAt = lastFixAt) => ({
  'GET /api/phones': () => [
    createPhone({ id: 'p2', isPrimary: false }),
    createPhone({ lastFixAt, lastSeenAt }),
  ],
});

it('given a phone that reports, then the user shares; given a silent one, then not', async () => {
  const { fake, state } = await started(undefined, serverWithPhone(ago(5 * MINUTE_MS)));
  expect([selectIsShared(state()), selectSharingPhone(state())]).toEqual([
    true,
    { name: 'Pixel', age: 5 * MINUTE_MS },
  ]);
  const silent = { lastFixAt: ago(13 * HOUR_MS), lastSeenAt: ago(13 * HOUR_MS) };
  fake.receive('phone:changed', { id: 'p1', phone: createPhone(silent) });
  fake.drawFrame();
  await flushPromises();
  expect([selectIsShared(state()), selectSharingPhone(state())]).toEqual([false, null]);
});

it('given no position for 13 hours, when the phone reports without one, then the user shares', async () => {
  const { state } = await started(undefined, serverWithPhone(ago(13 * HOUR_MS), ago(10 * MINUTE_MS)));
  expect([selectIsShared(state()), selectSharingPhone(state())]).toEqual([
    true,
    { name: 'Pixel', age: 10 * MINUTE_MS },
  ]);
});

it('given a phone that reports, when it is disconnected elsewhere, then the user does not share', async () => {
  const { fake, state } = await started(undefined, serverWithPhone(ago(MINUTE_MS)));
  fake.answers['GET /api/phones'] = () => [];
  fake.receive('phone:changed', { id: 'p1', phone: null });
  fake.drawFrame();
  await flushPromises();
  expect([selectIsShared(state()), state().locations.whereabouts.ownPhone]).toEqual([false, null]);
});

it('given a phone that reports, when the user presses Stop, then it is paused as well', async () => {
  const { perform, requests, state } = await started(undefined, serverWithPhone(ago(MINUTE_MS)));
  await perform(sharingStopRequested());
  expect(requests).toEqual([]);
  await perform(sharingStopRequested('byUser'));
  expect([requests, selectIsShared(state())]).toEqual([[{ paused: true, until: null }], false]);
});

it('given sharing for an hour, then its end is kept on the device until it stops', async () => {
  const { fake, perform, state } = await started();
  await perform(sharingStartRequested(), sharingLengthChosen('hour'));
  expect(selectSharingEndsAt(state())).toBe(NOW + HOUR_MS);
  expect(fake.stored.get('sharing-end:ana')).toBe(String(NOW + HOUR_MS));
  await perform(sharingStopRequested());
  expect([selectSharingEndsAt(state()), fake.stored.has('sharing-end:ana')]).toEqual([null, false]);
});

it('given no phone, when sharing goes on after a reload, then an app is offered until dismissed', async () => {
  const first = await started();
  await first.perform(sharingStartRequested());
  expect(selectIsAppOffered(first.state())).toBe(false);
  await first.perform(sharingStartRequested('resumed'));
  expect(selectIsAppOffered(first.state())).toBe(true);
  await first.perform(sharingStopRequested());
  expect(selectIsAppOffered(first.state())).toBe(false);
  await first.perform(sharingStartRequested('resumed'));
  expect(selectIsAppOffered(first.state())).toBe(true);
  await first.perform(appOfferDismissed());
  await first.perform(sharingStartRequested('resumed'));
  expect(selectIsAppOffered(first.state())).toBe(false);
  const withPhone = await started(undefined, { 'GET /api/phones': () => [createPhone()] });
  await withPhone.perform(sharingInterrupted());
  expect(selectIsAppOffered(withPhone.state())).toBe(false);
});

it('given a server without phones, then nothing of them is known', async () => {
  const { state } = await signedInStore().then(({ store }) => ({ state: store.getState }));
  await import('#client/app/laterSagas');
  await flushPromises();
  expect(state().locations.whereabouts).toMatchObject({ byUser: {}, sharing: null });
});
