import { runSaga } from 'redux-saga';
import { call, put } from 'typed-redux-saga';
import type { Location } from '#contract/locations';
import { createAppStore } from '#client/app/createStore';
import { familiesLoaded } from '#client/features/families/slice';
import { watchIncoming } from '#client/features/locations/sagas/incoming';
import { locationsLoaded, locationsUpdated } from '#client/features/locations/slice';
import { bufferedChannel, watchChannel } from '#client/sagas/channels';
import type { Services } from '#client/services/types';
import type { Bench, Case, Variant } from './frame/bench';
import { createRandom, microseconds } from './frame/statistics';
import { SEED } from './support/receiver';

const FRAMES_PER_SECOND = 60;
type Saga = (services: Services) => Generator;

const idOf = (member: number) => `member-${member}`;

/** One second of fixes of all members in turn, frame by frame; a later round has later times. */
function createSecond(members: number, perFrame: number, round: number): Location[][] {
  const random = createRandom(SEED);
  const start = 1_780_000_000_000 + round * 1_000_000;
  return Array.from({ length: FRAMES_PER_SECOND }, (_frame, frame) =>
    Array.from({ length: perFrame }, (_event, event) => ({
      userId: idOf((frame * perFrame + event) % members),
      latitude: 45 + random() / 100,
      longitude: 13 + random() / 100,
      accuracy: 8,
      timestamp: new Date(start + (frame * perFrame + event) * 10).toISOString(),
    })),
  );
}

/** A socket and an animation frame that the bench controls. */
function createControls() {
  let receive: (location: Location) => void = () => undefined;
  let frame: (() => void) | null = null;
  const services = {
    socket: {
      on: (_event: string, handler: (location: Location) => void) => {
        receive = handler;
        return () => undefined;
      },
    },
    clock: {
      nextFrame: (handler: () => void) => {
        frame = handler;
        return () => undefined;
      },
    },
  } as unknown as Services;
  return {
    services,
    receive: (location: Location) => receive(location),
    drawFrame() {
      frame?.();
      frame = null;
    },
  };
}

/** The app's store with a family of so many members. */
function createStore(members: number, services: Services) {
  const store = createAppStore({ services, runSagas: false });
  const ids = Array.from({ length: members }, (_, member) => idOf(member));
  const people = ids.map((id) => ({ id, name: id, profileImage: null, isAdmin: false }));
  store.dispatch(familiesLoaded({ families: [{ id: 'family', name: 'All', members: people }] }));
  const timestamp = new Date(1_770_000_000_000).toISOString();
  const at = { latitude: 45, longitude: 13, accuracy: 8, timestamp };
  store.dispatch(locationsLoaded({ locations: ids.map((userId) => ({ userId, ...at })) }));
  return store;
}

/** The simplest way: one action for every event. */
function* dispatchEach({ socket }: Services) {
  const channel = bufferedChannel<Location>((emit) => socket.on('location:updated', emit));
  yield* watchChannel(channel, function* (location) {
    yield* call(function* worker() {
      yield* put(locationsUpdated({ locations: [location] }));
    });
  });
}

function receiveAll(members: number, perSecond: number, saga: Saga): number {
  const { services, receive, drawFrame } = createControls();
  const store = createStore(members, services);
  runSaga({ dispatch: store.dispatch, getState: store.getState }, saga, services);
  const perFrame = Math.round(perSecond / FRAMES_PER_SECOND);
  let second: Location[][] = [];
  const cost = microseconds(
    perFrame * FRAMES_PER_SECOND,
    () => {
      for (const events of second) {
        events.forEach(receive);
        drawFrame();
      }
    },
    (round) => {
      second = createSecond(members, perFrame, round);
    },
  );
  const last = second.at(-1)?.at(-1);
  const { rows, rowOf } = store.getState().locations.live.positions;
  if (!last || rows[rowOf[last.userId] ?? -1]?.timestamp !== last.timestamp)
    throw new Error('The last fix is not in the store');
  return cost;
}

function createCase(members: number, perSecond: number, hasReference = true): Case {
  const variant = (name: string, saga: Saga): Variant => ({
    name,
    measure: () => ({ cost: receiveAll(members, perSecond, saga) }),
  });
  return {
    title: `${members.toLocaleString('en')} members, ${perSecond.toLocaleString('en')} events a second`,
    product: variant('once a frame', watchIncoming),
    references: hasReference ? [variant('an action for each', dispatchEach)] : [],
  };
}

export const bench: Bench = {
  title: 'Positions into the store',
  about:
    'Microseconds from the socket’s event into the store, through the app’s saga and root reducer. Goal: at most 0.5 µs an event up to 100 members, 1 µs up to 10,000.',
  figures: { cost: { title: 'µs an event', compared: 'less is better' } },
  runs: 3,
  isShort: true,
  cases: () => [
    createCase(5, 1_000),
    createCase(100, 1_000),
    createCase(1_000, 10_000),
    createCase(10_000, 10_000, false),
  ],
};
