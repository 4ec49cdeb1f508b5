import { readFileSync } from 'node:fs';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SosAnswer } from '#contract/sos';
import { createAppStore } from '#client/app/createStore';
import { endText, seenPositionText } from '#client/features/alerts/calls/messages';
import { callsChanged } from '#client/features/alerts/calls/slice';
import { OwnAnswer } from '#client/features/alerts/calls/views/AnswerButtons.tsx';
import { CallLayer } from '#client/features/alerts/calls/views/CallLayer.tsx';
import { AddMessage } from '#client/features/alerts/calls/views/AddMessage.tsx';
import { CallPeople } from '#client/features/alerts/calls/views/CallPeople.tsx';
import { CallFacts } from '#client/features/alerts/calls/views/CallFacts.tsx';
import { CallList } from '#client/features/alerts/calls/views/CallList.tsx';
import { CallMade } from '#client/features/alerts/calls/views/CallMade.tsx';
import { CallReceived } from '#client/features/alerts/calls/views/CallReceived.tsx';
import { CallMap } from '#client/features/alerts/calls/views/CallMap.tsx';
import { QuickCall } from '#client/features/alerts/calls/views/QuickCall.tsx';
import { sosMessage } from '#client/features/alerts/messages';
import { selectSos } from '#client/features/alerts/selectors';
import { sosOpened, sosResumed } from '#client/features/alerts/sos/slice';
import { SosDialog } from '#client/features/alerts/views/SosDialog.tsx';
import { SosControl } from '#client/features/alerts/views/SosControl.tsx';
import { selectSelectedFamily } from '#client/features/families/selectors';
import { familiesLoaded } from '#client/features/families/slice';
import { positionUnavailable, sharingStarted } from '#client/features/locations/slice';
import { clockTicked } from '#client/features/session/device/slice';
import { connectionEstablished, connectionLost, signedIn } from '#client/features/session/slice';
import { LoadedMapPart } from '#client/pages/map/LoadedMapPart.tsx';
import { sosPageOpened } from '#client/store/pageActions';
import type { ReactNode } from 'react';
import { ANA, createCall, createFamily } from '../../support/builders';
import { FakeMap } from '../../map/fakeMapbox';
import { fakeServices, NOW } from '../../support/fakeServices';
import { renderInApp } from '../../support/renderInApp';

jest.mock('#client/map/mapboxLibrary', () => jest.requireActual('../../map/fakeMapbox'));

/** A view for Ana, and the types of the actions that it dispatches. */
function show(view: ReactNode) {
  const { services } = fakeServices();
  const store = createAppStore({ services, runSagas: false });
  store.dispatch(signedIn({ user: ANA }));
  const dispatched = jest.spyOn(store, 'dispatch');
  const settings = { tileUrl: '', tileAttribution: '', geocoderUrl: '', registration: 'open' };
  renderInApp(view, { store, services, settings });
  return {
    store,
    user: userEvent.setup(),
    types: () => dispatched.mock.calls.map(([{ type }]) => type),
  };
}
/** The dialog of an SOS with what loads after it. */
const OwnDialog = () => (
  <SosDialog>
    <CallLayer isDialog />
  </SosDialog>
);
/** Ben's SOS with an answer of Ana. */
const called = (answer: SosAnswer) =>
  createCall({ people: [{ ...unanswered('ana', 'Ana'), answer, answeredAt: null }] });
const unanswered = (userId: string, name: string) => ({
  userId,
  name,
  answer: null,
  answeredAt: null,
  reached: [],
});
const HELD = 'alerts/calls/sosHeld';
const RELEASED = 'alerts/calls/sosReleased';
const OPENED = 'alerts/sos/sosOpened';

describe('the SOS button with the keyboard', () => {
  it('given it has the focus, then it says that it can be held', () => {
    show(<SosControl />);
    const button = screen.getByRole('button', { name: 'SOS' });
    expect(button.getAttribute('aria-describedby')).toBeTruthy();
    const description = document.getElementById(button.getAttribute('aria-describedby') ?? '');
    expect(description?.textContent).toBe('Hold for 2 seconds to send an SOS without the dialog.');
  });

  it.each(['{Enter}', '[Space]'])('given %s is pressed, then the dialog opens', async (key) => {
    const { user, types } = show(<SosControl />);
    await user.tab();
    await user.keyboard(key);
    expect(types()).toEqual([HELD, RELEASED, OPENED]);
  });

  it.each(['Enter', ' '])(
    'given %p is held, then it is held once, and no dialog opens meanwhile',
    async (key) => {
      const { user, types } = show(<SosControl />);
      await user.tab();
      await user.keyboard(`{${key}>5}`);
      expect(types()).toEqual([HELD]);
      await user.tab();
      expect(types()).toEqual([HELD, RELEASED]);
    },
  );

  it('given a key that went down elsewhere, then its release opens nothing', async () => {
    const { user, types } = show(
      <>
        <input />
        <SosControl />
      </>,
    );
    await user.tab();
    await user.keyboard('{Enter>}');
    const button = screen.getByRole('button', { name: 'SOS' });
    act(() => button.focus());
    fireEvent.keyDown(button, { key: 'Enter', repeat: true });
    await user.keyboard('{/Enter}');
    expect(types()).toEqual([]);
  });

  it('given the count has begun, then the held key does not press Cancel', () => {
    const { store } = show(<QuickCall />);
    act(() => void store.dispatch(callsChanged({ countdown: 5 })));
    const cancel = screen.getByRole('button', { name: 'Cancel', hidden: true });
    const press = (repeat: boolean) => {
      const event = new KeyboardEvent('keydown', { key: 'Enter', repeat, bubbles: true, cancelable: true });
      cancel.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect([press(true), press(false)]).toEqual([true, false]);
  });
});

it('given a message after the SOS, then it calls again with it, without the dialog', async () => {
  const { store, user } = show(<AddMessage />);
  await user.click(screen.getByText('Send a message'));
  const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Send message' });
  expect(send.disabled).toBe(true);
  await user.type(screen.getByLabelText('Message'), 'By the river');
  await user.click(send);
  expect(selectSos(store.getState())).toMatchObject({
    open: false,
    status: 'locating',
    message: 'By the river',
  });
  expect(screen.getByLabelText<HTMLTextAreaElement>('Message').value).toBe('');
});

describe('the people who were called', () => {
  it('given someone has only seen the call, then no one has answered', () => {
    const call = createCall({
      people: [{ ...unanswered('ana', 'Ana Novak'), answer: 'seen' }, unanswered('ben', 'Ben')],
    });
    show(<CallPeople call={call} />);
    expect(screen.getByText('0 of 2 have answered')).toBeTruthy();
  });

  it('given the user has answered as well, then they are counted and stand last in the list', () => {
    const call = createCall({
      people: [
        { ...unanswered('ana', 'Ana Novak'), answer: 'coming', answeredAt: new Date(NOW).toISOString() },
        unanswered('ben', 'Ben'),
      ],
    });
    show(<CallPeople call={call} />);
    screen.getByText('1 of 2 has answered');
    const [first, last] = screen.getAllByRole('listitem');
    expect(first?.textContent).toContain('Ben');
    expect(last?.textContent).toContain('Ana Novak is on the way(you)');
  });
});

describe('the order and the words of who was called', () => {
  const reached = [{ how: 'push' as const, state: 'handedOver' as const, at: null }];
  const people = [
    { ...unanswered('cem', 'Cem'), reached },
    { ...unanswered('dora', 'Dora'), reached, answer: 'safe' as const },
    { ...unanswered('eva', 'Eva'), reached, answer: 'coming' as const },
  ];

  it('given answers, then the most helpful is the first, and is not said to be only sent', () => {
    show(<CallPeople call={createCall({ people })} />);
    const [first, second, third] = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(first).toMatch(/Eva is on the way$/u);
    expect(second).toMatch(/Dora is safe$/u);
    expect(third).toMatch(/CemNo answer yetSent, not known to be shown$/u);
  });

  it.each([
    ['ana', 'Ben asks you to call'],
    ['luka', 'Ben asks Luka to call'],
  ])('given the caller is %s, then it says who is to call', (userId, text) => {
    const asking = {
      ...unanswered('ben', 'Ben'),
      answer: 'call' as const,
      answeredAt: new Date(NOW).toISOString(),
    };
    show(<CallPeople call={createCall({ userId, userName: 'Luka', people: [asking] })} />);
    expect(screen.getByText(text)).toBeTruthy();
  });

  it('given the call is over, then no answer is awaited', () => {
    show(<CallPeople call={createCall({ people, endedAt: new Date(NOW).toISOString() })} />);
    expect(screen.getByText('No answer')).toBeTruthy();
  });
});

it('given an answer that waits for the network, then the line says so, and names the family', async () => {
  const { store } = show(<CallLayer />);
  const families = [createFamily('f1', ['ana']), createFamily('f2', ['ana', 'ben'])];
  const waiting = { calls: [createCall({ userId: 'ben' })], waitingAnswers: { s1: 'call' as const } };
  act(() => {
    store.dispatch(familiesLoaded({ families }));
    store.dispatch(callsChanged(waiting));
  });
  await screen.findByText('Not sent yet: call me · your profile has no phone number · Family f2');
  act(() => void store.dispatch(callsChanged({ ...waiting, waitingAnswers: {} })));
  expect(screen.getByText('Family f2')).toBeTruthy();
});

it('given a caller of another family, when one writes to them, then that family is selected', async () => {
  const { store, user } = show(<CallReceived call={createCall()} />);
  const families = [createFamily('f1', ['ana']), createFamily('f2', ['ana', 'ben'])];
  act(() => void store.dispatch(familiesLoaded({ families })));
  await user.click(screen.getByRole('link', { name: 'Message' }));
  expect(selectSelectedFamily(store.getState())?.id).toBe('f2');
});

describe('the dialog of an SOS', () => {
  it.each([
    ['no family', [], false],
    ['a family without others', [createFamily('f1', ['ana'])], false],
    [
      'others in one of two families',
      [createFamily('f1', ['ana']), createFamily('f2', ['ana', 'ben'])],
      true,
    ],
  ])('given %s, then it says before it is sent who is alerted', (_, families, isHeard) => {
    const { store } = show(<OwnDialog />);
    act(() => {
      store.dispatch(familiesLoaded({ families }));
      store.dispatch(sosOpened());
    });
    expect(screen.queryByText(/no one would be alerted/u) === null).toBe(isHeard);
    expect(screen.queryByText(/^Everyone in your families/u) !== null).toBe(isHeard);
  });

  it('given one family, then it says its name', () => {
    const { store } = show(<OwnDialog />);
    act(() => {
      store.dispatch(familiesLoaded({ families: [createFamily('f1', ['ana', 'ben'])] }));
      store.dispatch(sosOpened());
    });
    const { name } = createFamily('f1', []);
    expect(
      screen.queryByText(`Everyone in ${name} will be alerted and will see where you are.`),
    ).not.toBeNull();
  });

  it('given the browser refuses the location, then it does not promise the position', () => {
    const { store } = show(<OwnDialog />);
    act(() => {
      store.dispatch(familiesLoaded({ families: [createFamily('f1', ['ana', 'ben'])] }));
      store.dispatch(callsChanged({ calls: [] }));
      store.dispatch(positionUnavailable({ problem: 'denied' }));
      store.dispatch(sosOpened());
    });
    expect(screen.getByText(/will be alerted\. This browser may not use your location/u)).toBeTruthy();
    expect(screen.queryByText(/see where you are\.|live position/u)).toBeNull();
  });
});

describe('the dialog of an SOS while one’s own is open', () => {
  const calls = [createCall({ id: 'mine', userId: 'ana' })];
  const button = (name: string) => screen.queryByRole('button', { name, hidden: true });

  it('given the button is pressed, then it says so, leads to its end, and offers no "Cancel"', async () => {
    const { store, user } = show(<OwnDialog />);
    act(() => {
      store.dispatch(callsChanged({ calls }));
      store.dispatch(sosOpened());
    });
    expect(screen.getByText('Your SOS is open')).toBeTruthy();
    expect([button('Cancel'), button('Send SOS') === null]).toEqual([null, false]);
    expect(screen.queryByText(/will be alerted/u)).toBeNull();
    const link = screen.getByRole('link', { name: 'See answers or end it', hidden: true });
    expect(link.getAttribute('href')).toBe('/sos/mine');
    await user.click(link);
    expect(selectSos(store.getState()).open).toBe(false);
  });

  it('given another message waits, then what closes the dialog says that it is not sent', () => {
    const { store } = show(<OwnDialog />);
    act(() => {
      store.dispatch(callsChanged({ calls }));
      store.dispatch(sosResumed({ message: 'By the river', open: true }));
    });
    expect([button('Cancel'), button('Do not send') === null]).toEqual([null, false]);
  });

  it('given the user has ended it without a connection, then the dialog is that of a new one', () => {
    const { store } = show(<OwnDialog />);
    act(() => {
      store.dispatch(callsChanged({ calls, waitingEnds: { mine: 'safe' } }));
      store.dispatch(sosOpened());
    });
    expect([screen.queryByText('Your SOS is open'), button('Cancel') === null]).toEqual([null, false]);
  });

  it.each([5, 0])('given the count is at %d, then its "Cancel" does not read like an end', (countdown) => {
    const { store } = show(<QuickCall />);
    act(() => void store.dispatch(callsChanged({ calls, countdown })));
    expect(screen.getByText('Your SOS is open')).toBeTruthy();
    expect(screen.queryByText(/No one has been alerted/u)).toBeNull();
    expect([button('Cancel'), button('Do not send') === null]).toEqual([null, false]);
  });
});

it('given an SOS that waits for the network, then its dialog begins with that and promises nothing', () => {
  const { store } = show(<OwnDialog />);
  act(() => {
    store.dispatch(familiesLoaded({ families: [createFamily('f1', ['ana', 'ben'])] }));
    store.dispatch(callsChanged({ calls: [] }));
    store.dispatch(sosResumed({ message: 'Please come', open: true }));
  });
  const [first] = document.querySelector('dialog form')?.children ?? [];
  expect(first?.textContent).toMatch(/^Not sent yet/u);
  expect(screen.queryByText(/alerted|live position/u)).toBeNull();
});

describe('the bar of one’s own call', () => {
  const startedAt = new Date(NOW).toISOString();
  const person = { userId: 'ben', name: 'Ben Kos', answer: null, answeredAt: null, reached: [] };

  function showBar() {
    const shown = show(
      <>
        <h1 tabIndex={-1}>SOS</h1>
        <CallLayer />
      </>,
    );
    const state = () => within(screen.getByRole('navigation')).getByRole('status').textContent;
    const know = (change: object) =>
      act(() => {
        const call = createCall({ id: 'mine', userId: 'ana', startedAt, people: [person], ...change });
        shown.store.dispatch(callsChanged({ calls: [call], takeBackId: 'mine' }));
      });
    const pass = (seconds: number) =>
      act(() => void shown.store.dispatch(clockTicked({ now: NOW + seconds * 1_000 })));
    return { ...shown, state, know, pass };
  }

  it('given no answer, then it says whom to call after a minute, and not before', () => {
    const { state, know, pass } = showBar();
    pass(0);
    know({});
    expect(state()).toBe('Waiting for an answer');
    pass(59);
    expect(state()).toBe('Waiting for an answer');
    pass(60);
    expect(state()).toBe('No one has answered yet. Call your local emergency number.');
    know({ people: [{ ...person, answer: 'coming', answeredAt: startedAt }] });
    expect(state()).toBe('Ben Kos is on the way');
  });

  it('given several answers, then it says how many come and whom to call', () => {
    const { state, know } = showBar();
    const answering = (userId: string, answer: SosAnswer) => ({
      ...person,
      userId,
      name: userId,
      answer,
      answeredAt: startedAt,
    });
    know({ people: [answering('Ben', 'coming'), answering('Cleo', 'coming'), answering('Dan', 'safe')] });
    expect(state()).toBe('2 are on the way');
    know({ people: [answering('Ben', 'coming'), answering('Bor', 'call'), answering('Dan', 'safe')] });
    expect(state()).toBe('Ben is on the way · Bor asks you to call');
    know({ people: [answering('Dan', 'safe')] });
    expect(state()).toBe('Dan is safe');
  });

  it('given its link has the focus, when its page is open, then the title has it', async () => {
    const { store, know } = showBar();
    know({});
    act(() => screen.getByRole('link', { name: /^Your SOS is open/u }).focus());
    await act(async () => void store.dispatch(sosPageOpened({ id: 'mine' })));
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'SOS' }));
  });

  it('given it is taken back without a connection, then it says when it ends', () => {
    const { store, state, know, pass } = showBar();
    pass(120);
    know({});
    expect(screen.getByRole('button', { name: 'Take it back' })).toBeTruthy();
    act(() => {
      store.dispatch(connectionLost());
      store.dispatch(callsChanged({ waitingEnds: { mine: 'falseAlarm' } }));
    });
    expect(state()).toBe('Not ended yet. It ends as soon as there is a connection.');
    expect(screen.queryByRole('button', { name: 'Take it back' })).toBeNull();
    act(() => void store.dispatch(connectionEstablished()));
    expect(state()).toBe('Ending...');
  });
});

it('given the SOS dialog, then it says how long the position is live, where a server knows that', () => {
  const { store } = show(<OwnDialog />);
  act(() => void store.dispatch(sosOpened()));
  const live = 'They will see your live position until you end the SOS, while this page is open.';
  expect(screen.queryByText(live)).toBeNull();
  act(() => void store.dispatch(callsChanged({ calls: [] })));
  expect(screen.getByText(live)).toBeTruthy();
});

it('given an SOS or a message after it that is not sent, then the bar says which of the two waits', () => {
  const { store } = show(<CallLayer />);
  act(() => void store.dispatch(sosResumed({ message: 'Please come', open: false })));
  expect(screen.getByText('Your SOS is not sent yet. We keep trying.')).toBeTruthy();
  act(() => void store.dispatch(callsChanged({ calls: [createCall({ id: 'mine', userId: 'ana' })] })));
  expect(screen.getByText('Your message is not sent yet. We keep trying.')).toBeTruthy();
});

it('given the open SOS of a member, then their row in the list says since when', () => {
  const { store } = show(<LoadedMapPart part="row" userId="ben" fallback="5 minutes ago" />);
  expect(screen.getByText('5 minutes ago')).toBeTruthy();
  act(() => void store.dispatch(callsChanged({ calls: [createCall({ userId: 'ben' })] })));
  expect(screen.getByText(/^SOS since /u)).toBeTruthy();
  expect(screen.queryByText('5 minutes ago')).toBeNull();
});

it('given an open call, then its caller reads whether the family sees a live position or an old one', () => {
  const position = {
    latitude: 45.25,
    longitude: 13.75,
    accuracy: 20,
    timestamp: new Date(NOW).toISOString(),
  };
  const call = createCall({ position, startedAt: position.timestamp });
  expect(seenPositionText(call, 1, NOW + 60_000)).toBe(
    'Your family sees your live position until you end this SOS.',
  );
  expect(seenPositionText(call, 1, NOW + 12 * 60_000)).toBe(
    'Your family sees where you were 12 minutes ago.',
  );
  expect(seenPositionText(call, 2, NOW + 60_000)).toMatch(/^Your families see your live position/u);
  // Nothing newer came since: the browser does not know where it is.
  const knownBefore = { ...call, startedAt: new Date(NOW + 60_000).toISOString() };
  expect(seenPositionText(knownBefore, 1, NOW + 60_000)).toBe(
    'Your family sees where you were 1 minute ago.',
  );
});

it.each([
  ['not shared', false, /live position is no longer shared with them/u],
  ['shared', true, /You go on sharing where you are, as before/u],
])(
  'given the position is %s, when the SOS is to be ended, then it says what follows',
  async (_, isShared, text) => {
    const call = createCall({ id: 'mine', userId: 'ana' });
    const { store, user } = show(<CallMade call={call} />);
    if (isShared) act(() => void store.dispatch(sharingStarted()));
    await user.click(screen.getByRole('button', { name: 'End the SOS' }));
    expect(screen.getByText(text)).toBeTruthy();
  },
);

it('given the SOS is sent with its button, then the button says so and keeps the focus', async () => {
  const { store, user, types } = show(<OwnDialog />);
  act(() => void store.dispatch(sosOpened()));
  const button = screen.getByRole('button', { name: 'Send SOS', hidden: true });
  await user.click(button);
  expect(document.activeElement).toBe(button);
  expect(button.textContent).toBe('Sending...');
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await user.keyboard('{Enter}');
  expect(types().filter((type) => type === 'alerts/sos/sosSubmitted')).toHaveLength(1);
});

it.each([
  ['2026-05-02T10:00:00.000Z', '24 hours'],
  ['2026-05-01T12:00:00.000Z', '2 hours'],
  ['2026-05-01T11:00:00.000Z', '1 hour'],
  ['2026-05-01T10:08:00.000Z', '8 minutes'],
])('given a call of 10:00 that expired at %s, then it says after %s', (endedAt, duration) => {
  const ended = createCall({ startedAt: '2026-05-01T10:00:00.000Z', endedAt, ending: 'expired' });
  expect(endText(ended)).toBe(`The SOS ended after ${duration} without an all-clear.`);
});

it('given the shortcut "SOS", then its page sends nothing by itself, and leads to the dialog', async () => {
  const manifest = JSON.parse(readFileSync('static/manifest.webmanifest', 'utf8')) as {
    shortcuts: { name: string; url: string }[];
  };
  expect(manifest.shortcuts).toContainEqual(expect.objectContaining({ name: 'SOS', url: './sos' }));
  const { store, user, types } = show(<CallList />);
  expect(types()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Call for help' }));
  expect([selectSos(store.getState()), types()]).toMatchObject([{ open: true, status: 'idle' }, [OPENED]]);
});

it('given a position that grows old during a call, then the map says its age', async () => {
  const timestamp = new Date(NOW).toISOString();
  const position = { latitude: 45.25, longitude: 13.75, accuracy: 20, timestamp };
  const call = createCall({ position });
  const { store } = show(<CallMap call={call} track={[]} isOver={false} />);
  const tag = () => document.querySelector('.member-pin-tag')?.textContent;
  await screen.findByText(call.userName);
  expect(tag()).toBe(call.userName);
  act(() => void store.dispatch(clockTicked({ now: NOW + 12 * 60_000 })));
  expect(tag()).toBe(`${call.userName} · 12 min`);
});

it('given a caller whose position is accurate to 900 m, then the map shows all of the circle', async () => {
  FakeMap.all = [];
  const timestamp = new Date(NOW).toISOString();
  const call = createCall({ position: { latitude: 45.25, longitude: 13.75, accuracy: 900, timestamp } });
  show(<CallMap call={call} track={[]} isOver={false} />);
  const startsAt = expect.objectContaining({ zoom: 12 });
  await waitFor(() => expect(FakeMap.all[0]?.easeTo).toHaveBeenCalledWith(startsAt));
});

it('given a call that is over, then its marker is as fresh as the position', async () => {
  const timestamp = new Date(NOW).toISOString();
  const call = createCall({ position: { latitude: 45.25, longitude: 13.75, accuracy: 20, timestamp } });
  const { store } = show(<CallMap call={call} track={[]} isOver />);
  const pin = (await screen.findByText(call.userName)).closest('.member-pin');
  act(() => void store.dispatch(clockTicked({ now: NOW + 60_000 })));
  expect(pin?.classList).toContain('member-pin-fresh');
  act(() => void store.dispatch(clockTicked({ now: NOW + 12 * 60_000 })));
  expect(pin?.classList).toContain('member-pin-stale');
});

describe('the facts of a call', () => {
  const startedAt = '2026-05-01T11:59:00.000Z';
  const position = { latitude: 45.25, longitude: 13.75, accuracy: 20, timestamp: startedAt };
  const old = { takenAt: NOW - 12 * 60_000, fresh: false };
  const facts = () => document.querySelector('.sos-facts')?.textContent;

  it('given a last known position, then its age is beside the position and not in the message', () => {
    show(<CallFacts call={createCall({ message: sosMessage('Flat tyre', old, NOW), position })} />);
    expect(screen.getByText('Flat tyre')).toBeTruthy();
    expect(screen.getByText('Last known, 12 minutes old when the SOS was sent, within 20 m')).toBeTruthy();
  });

  it('given two families, then it says of which of them its caller is', () => {
    const { store } = show(<CallFacts call={createCall()} />);
    const families = [createFamily('f1', ['ana']), createFamily('f2', ['ana', 'ben'])];
    act(() => void store.dispatch(familiesLoaded({ families })));
    expect(screen.getByText('Family f2')).toBeTruthy();
    act(() => void store.dispatch(familiesLoaded({ families: families.slice(1) })));
    expect(screen.queryByText('Family f2')).toBeNull();
  });

  it('given nothing was written with it, then there is no message', () => {
    show(<CallFacts call={createCall({ message: sosMessage('', old, NOW), position })} />);
    expect(facts()).toMatch(/^Called/u);
  });

  it('given another position came after it, then the message keeps its words', () => {
    const message = sosMessage('Flat tyre', old, NOW);
    const moved = { ...position, timestamp: '2026-05-01T11:59:30.000Z' };
    show(<CallFacts call={createCall({ message, position: moved })} />);
    expect(screen.getByText(message)).toBeTruthy();
    expect(facts()).not.toContain('at the call');
  });
});

describe('who asks to be called', () => {
  const call = (phone: string | null) =>
    createCall({
      userId: 'ana',
      people: [{ ...unanswered('ben', 'Ben'), answer: 'call', phone }],
    });

  it('given their number, then the caller can call', () => {
    show(<CallPeople call={call('+386 40 111 222')} />);
    expect(screen.getByRole('link', { name: 'Call Ben' }).getAttribute('href')).toBe('tel:+38640111222');
  });

  it('given they have none, then the caller reads that', () => {
    show(<CallPeople call={call(null)} />);
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.getByText('Their profile has no number')).toBeTruthy();
  });

  it.each([
    ['+386 40 111 222', 'You answered: call me · Ben Kos sees your phone number'],
    [null, 'You answered: call me · Ben Kos finds no phone number in your profile Add one'],
  ])('given their own number is %s, then they read what the caller sees', (phone, words) => {
    const { store } = show(<OwnAnswer call={createCall()} />);
    act(() => {
      store.dispatch(signedIn({ user: { ...ANA, phone } }));
      store.dispatch(callsChanged({ waitingAnswers: {}, calls: [called('call')] }));
    });
    expect(document.querySelector('.sos-own-answer')?.textContent?.trim()).toBe(words);
  });
});
