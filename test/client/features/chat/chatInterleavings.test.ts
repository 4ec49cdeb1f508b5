import { chatOpened } from '#client/store/pageActions';
import * as fc from 'fast-check';
import { selectRows } from '#client/features/chat/viewModels';
import { selectOutbox, selectTimeline } from '#client/features/chat/selectors';
import { messageSubmitted, olderRequested } from '#client/features/chat/slice';
import { createBrowser } from '../../support/browser';
import { createChatServer } from '../../support/chatServer';
import { flushPromises } from '../../support/fakeServices';
import { signedInStore } from '../../support/signedInStore';

jest.setTimeout(60_000);

beforeAll(async () => {
  await import('#client/features/chat/saga');
});
beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** What becomes of what is sent. */
const OUTCOMES = ['arrives', 'is lost', 'nothing comes back', 'its acknowledgement hangs'] as const;

const tab = fc.constantFrom(0, 1);
const what = fc.constantFrom('arrivals' as const, 'changes' as const);
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('writes' as const), tab }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('opens older' as const), tab }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('reloads' as const), tab }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('loses' as const), tab }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('connects' as const), tab }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('holds' as const), tab, what }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('lets go' as const), tab, what }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('outcome' as const), outcome: fc.constantFrom(...OUTCOMES) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('ben writes' as const), count: fc.constantFrom(1, 101) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('passes' as const), ms: fc.constantFrom(0, 20, 60, 1_200) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** As the socket of the app does, which waits 10 s for an acknowledgement. */
const noAnswer = () =>
  new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error('no answer')), 10_000);
  });

/** Calls that go through at once, or are held back in their order. */
function createGate() {
  let waiting: (() => void)[] | null = null;
  return {
    hold: () => void (waiting ??= []),
    release() {
      const all = waiting ?? [];
      waiting = null;
      for (const go of all) go();
    },
    pass: (go: () => void) => void (waiting ? waiting.push(go) : go()),
  };
}

/** Two tabs of Ana's browser, a family that writes, and everything that may come between. */
function createScenario() {
  const server = createChatServer();
  const browser = createBrowser();
  let outcome: (typeof OUTCOMES)[number] = 'arrives';
  const written: string[][] = [[], []];
  const doubled: string[] = [];

  async function open() {
    const gates = { arrivals: createGate(), changes: createGate() };
    let connection = { isConnected: true };
    const { store, fake } = await signedInStore((made) => {
      browser.open(made);
      connection = server.connect(made);
      const { receive, storeInOtherTab } = made;
      made.receive = (event, payload) => gates.arrivals.pass(() => receive(event, payload));
      made.storeInOtherTab = (key, value) => gates.changes.pass(() => storeInOtherTab(key, value));
      made.onEmit(async (event, payload) => {
        await Promise.resolve();
        if (event !== 'message:send') return undefined;
        if (outcome === 'is lost') throw new Error('no answer');
        const { isConnected } = connection;
        connection.isConnected &&= outcome !== 'nothing comes back';
        const message = server.store('ana', payload as never);
        connection.isConnected = isConnected;
        return outcome === 'arrives' ? { message } : noAnswer();
      });
    });
    store.subscribe(() => {
      const keys = selectRows(store.getState()).map(({ key }) => key);
      if (new Set(keys).size !== keys.length)
        doubled.push(...keys.filter((key, index) => keys.indexOf(key) !== index));
    });
    store.dispatch(chatOpened());
    return { store, fake, gates, connection };
  }
  return {
    server,
    browser,
    written,
    doubled,
    open,
    setOutcome: (next: typeof outcome) => void (outcome = next),
  };
}
type Scene = ReturnType<typeof createScenario>;
type Tab = Awaited<ReturnType<Scene['open']>>;

/** The page goes: nothing of it reaches the browser, the server or itself any more. */
function close({ browser }: Scene, { fake, connection, gates }: Tab): void {
  browser.close(fake);
  connection.isConnected = false;
  gates.changes.hold();
  fake.onEmit(() => new Promise(() => undefined));
  Object.assign(fake.services.storage, { set: () => undefined, remove: () => undefined });
}

async function play(scene: Scene, tabs: Tab[], one: Step): Promise<void> {
  const { server, written } = scene;
  if (one.kind === 'outcome') return scene.setOutcome(one.outcome);
  if (one.kind === 'passes') return void (await jest.advanceTimersByTimeAsync(one.ms));
  if (one.kind === 'ben writes') {
    for (let count = 0; count < one.count; count += 1) server.sendAsBen('from Ben');
    return;
  }
  const on = tabs[one.tab];
  if (!on) return;
  const own = written[one.tab] ?? [];
  if (one.kind === 'writes') {
    const content = `${one.tab}: ${own.push('') - 1}`;
    own[own.length - 1] = content;
    on.store.dispatch(messageSubmitted({ familyId: 'f1', content }));
  } else if (one.kind === 'opens older') on.store.dispatch(olderRequested({ familyId: 'f1' }));
  else if (one.kind === 'loses') {
    on.fake.emitSignal('lost');
    on.connection.isConnected = false;
  } else if (one.kind === 'connects') {
    on.connection.isConnected = true;
    on.fake.emitSignal('connected');
  } else if (one.kind === 'holds') on.gates[one.what].hold();
  else if (one.kind === 'lets go') on.gates[one.what].release();
  else {
    close(scene, on);
    tabs[one.tab] = await scene.open();
  }
}

/** The network is good again, and everything that was held back comes. */
async function calmDown(scene: Scene, tabs: Tab[]): Promise<void> {
  scene.setOutcome('arrives');
  for (const { gates } of tabs) for (const gate of Object.values(gates)) gate.release();
  for (const { fake, connection } of tabs) {
    connection.isConnected = true;
    fake.emitSignal('lost');
    fake.emitSignal('connected');
  }
  for (let round = 0; round < 10; round += 1) {
    await jest.advanceTimersByTimeAsync(2_000);
    await flushPromises();
  }
}

test('given any interleaving of events in one or two tabs, then no message is ever shown twice or lost', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 40 }),
      fc.integer({ min: 1, max: 2 }),
      async (steps, count) => {
        const scene = createScenario();
        const tabs: Tab[] = [];
        while (tabs.length < count) tabs.push(await scene.open());
        for (const one of steps) {
          await play(scene, tabs, one);
          await flushPromises();
        }
        await calmDown(scene, tabs);
        const all = scene.server.messagesOf('f1').map(({ content }) => content);
        for (const [index, own] of scene.written.entries())
          expect(all.filter((content) => content.startsWith(`${index}: `))).toEqual(own);
        for (const on of tabs) {
          const state = on.store.getState();
          const { items, ahead } = selectTimeline(state, 'f1');
          expect(ahead).toEqual([]);
          expect(items.map(({ content }) => content)).toEqual(all.slice(-items.length));
          expect(selectOutbox(state)).toEqual([]);
          close(scene, on);
        }
        expect([...scene.browser.stored.keys()].filter((key) => key.startsWith('outbox'))).toEqual([]);
        expect(scene.doubled).toEqual([]);
      },
    ),
    { numRuns: 100 },
  );
});
