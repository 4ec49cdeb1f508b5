import type { Location } from '#contract/locations';
import type { Services } from '#client/services/types';
import type { Bench, Case } from './frame/bench';
import { microseconds, randomness } from './frame/statistics';

const FRAMES = 60;
const SEED = 3;

/** As in a built page: the checks of development cost many times more than the work. */
async function production() {
  process.env.NODE_ENV = 'production';
  const { configureStore } = await import('@reduxjs/toolkit');
  const saga = await import('redux-saga');
  const effects = await import('typed-redux-saga');
  const { rootReducer } = await import('#client/app/rootReducer');
  const { redactSecrets } = await import('#client/app/redactSecrets');
  const { watchIncoming } = await import('#client/features/locations/sagas/incoming');
  const { locationsLoaded, locationsUpdated } = await import('#client/features/locations/slice');
  const { familiesLoaded } = await import('#client/features/families/slice');
  return {
    configureStore,
    createSagaMiddleware: saga.default,
    eventChannel: saga.eventChannel,
    buffers: saga.buffers,
    effects,
    rootReducer,
    redactSecrets,
    watchIncoming,
    locationsLoaded,
    locationsUpdated,
    familiesLoaded,
  };
}
type App = Awaited<ReturnType<typeof production>>;

const idOf = (person: number) => `person-${person}`;

/** A second of everybody's fixes in turn, frame by frame; those of a later round are newer. */
function eventsOf(members: number, aSecond: number, round: number): Location[][] {
  const random = randomness(SEED);
  const aFrame = Math.round(aSecond / FRAMES);
  const start = 1_780_000_000_000 + round * 1_000_000;
  return Array.from({ length: FRAMES }, (_frame, frame) =>
    Array.from({ length: aFrame }, (_event, event) => ({
      userId: idOf((frame * aFrame + event) % members),
      latitude: 45 + random() / 100,
      longitude: 13 + random() / 100,
      accuracy: 8,
      timestamp: new Date(start + (frame * aFrame + event) * 10).toISOString(),
    })),
  );
}

interface Edges {
  services: Services;
  arrive: (location: Location) => void;
  drawFrame: () => void;
}

/** A socket and an animation frame that the bench holds in its hands. */
function edges(): Edges {
  let take: (location: Location) => void = () => undefined;
  let frame: (() => void) | null = null;
  const services = {
    socket: {
      on: (_event: string, handler: (location: Location) => void) => {
        take = handler;
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
    arrive: (location) => take(location),
    drawFrame() {
      frame?.();
      frame = null;
    },
  };
}

/** A store that knows all members, with one saga. */
function aStore(app: App, members: number, saga: (services: Services) => Generator, services: Services) {
  const sagas = app.createSagaMiddleware();
  const store = app.configureStore({
    reducer: app.rootReducer,
    middleware: (standard) => standard({ thunk: false }).concat(sagas, app.redactSecrets),
    devTools: false,
  });
  const people = Array.from({ length: members }, (_, person) => idOf(person));
  store.dispatch(
    app.familiesLoaded({
      families: [
        {
          id: 'family',
          name: 'Everybody',
          members: people.map((id) => ({ id, name: id, profileImage: null, isAdmin: false })),
        },
      ],
    }),
  );
  const start = new Date(1_770_000_000_000).toISOString();
  store.dispatch(
    app.locationsLoaded({
      locations: people.map((userId) => ({
        userId,
        latitude: 45,
        longitude: 13,
        accuracy: 8,
        timestamp: start,
      })),
    }),
  );
  sagas.run(saga, services);
  return store;
}

/** What one would write first: an action for every event. */
function oneByOne({ effects, eventChannel, buffers, locationsUpdated }: App) {
  const { call, put, take } = effects;
  return function* watch({ socket }: Services) {
    const channel = eventChannel<Location>(
      (emit) => socket.on('location:updated', emit),
      buffers.expanding(16),
    );
    while (true) {
      const location = yield* take(channel);
      yield* call(function* worker() {
        yield* put(locationsUpdated({ locations: [location] }));
      });
    }
  };
}

function arriving(
  app: App,
  members: number,
  aSecond: number,
  saga: (services: Services) => Generator,
): number {
  const { services, arrive, drawFrame } = edges();
  const store = aStore(app, members, saga, services);
  let second: Location[][] = [];
  const cost = microseconds(
    Math.round(aSecond / FRAMES) * FRAMES,
    () => {
      for (const events of second) {
        for (const event of events) arrive(event);
        drawFrame();
      }
    },
    (round) => {
      second = eventsOf(members, aSecond, round);
    },
  );
  checkEnd(store.getState().locations.positions, second);
  return cost;
}

function checkEnd(
  { rows, rowOf }: { rows: Location[]; rowOf: Record<string, number> },
  frames: Location[][],
): void {
  const last = frames.at(-1)?.at(-1);
  const row = rowOf[last?.userId ?? ''];
  if (!last || row === undefined || rows[row]?.timestamp !== last.timestamp)
    throw new Error('The last fix is not in the store');
}

function theCase(app: App, members: number, aSecond: number): Case {
  const way = (name: string, saga: (services: Services) => Generator) => ({
    name,
    measure: () => ({ cost: arriving(app, members, aSecond, saga) }),
  });
  return {
    title: `${members.toLocaleString('en')} members, ${aSecond.toLocaleString('en')} events a second`,
    ours: way('once a frame', app.watchIncoming),
    references: [way('an action for each', oneByOne(app))],
  };
}

/** Members' positions on their way from the socket into the store. */
export const bench: Bench = {
  title: 'Positions into the store',
  about:
    'Microseconds from the socket’s event into the store, through the app’s own saga, redaction and root reducer. Goal: at most 0.5 µs an event up to 100 members, 1 µs up to 10,000.',
  figures: { cost: { title: 'µs an event', compared: 'less is better' } },
  isShort: true,
  runs: 7,
  async cases() {
    const app = await production();
    return [
      theCase(app, 5, 1_000),
      theCase(app, 100, 1_000),
      theCase(app, 1_000, 10_000),
      theCase(app, 10_000, 10_000),
    ];
  },
};
