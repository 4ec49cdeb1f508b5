import * as fc from 'fast-check';
import type { Message } from '#contract/chat';
import { EMPTY_TIMELINE, type Timeline } from '#client/features/chat/state';
import { hasHole, withLater, withLive, withNewest, withOlder } from '#client/features/chat/timeline';
import { createMessage } from '../../support/builders';

/** The server's own list: messages are stored one after the other and announced when they are. */
const stored = Array.from({ length: 60 }, (_, index) => createMessage(index + 1));
const sequences = ({ items }: Timeline) => items.map(({ sequence }) => sequence);
const upTo = (count: number) => stored.slice(0, count);

/** A server as it answers: `count` messages are stored, some have gone with their writers' accounts. */
interface Server {
  count: number;
  gone: Set<number>;
}
const visible = ({ count, gone }: Server): Message[] =>
  upTo(count).filter(({ sequence }) => !gone.has(sequence ?? 0));

type Step =
  | { kind: 'stored'; announced: 'now' | 'later' | 'twice' | 'never' }
  | { kind: 'announce' }
  | { kind: 'load' }
  | { kind: 'catchUp'; limit: number }
  | { kind: 'older'; limit: number }
  | { kind: 'answer'; which: number }
  | { kind: 'leaves'; sequence: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('stored' as const),
      announced: fc.constantFrom('now' as const, 'later' as const, 'twice' as const, 'never' as const),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: 'announce' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'load' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('catchUp' as const), limit: fc.integer({ min: 1, max: 7 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('older' as const), limit: fc.integer({ min: 1, max: 7 }) }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('answer' as const), which: fc.nat(5) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('leaves' as const), sequence: fc.integer({ min: 1, max: 60 }) }),
  },
);

/** A client whose requests, events and answers interleave in any order; an answer has what the server had when asked. */
function play(steps: readonly Step[]) {
  const server: Server = { count: 10, gone: new Set() };
  let timeline = EMPTY_TIMELINE;
  let answers: ((known: Timeline) => Timeline)[] = [];
  const unannounced: Message[] = [];
  const ask = (page: Message[], take: (known: Timeline, page: Message[]) => Timeline) =>
    answers.push((known) => take(known, page));
  const act: { [Kind in Step['kind']]: (step: Extract<Step, { kind: Kind }>) => void } = {
    stored({ announced }) {
      const message = stored[server.count];
      if (!message) return;
      server.count += 1;
      if (announced === 'later') unannounced.unshift(message);
      if (announced === 'now') timeline = withLive(timeline, [message]);
      if (announced === 'twice') timeline = withLive(withLive(timeline, [message]), [message, message]);
    },
    announce() {
      timeline = withLive(timeline, unannounced.splice(0));
    },
    load() {
      // The saga loads once; afterwards it catches up. A newer load drops the earlier answers.
      if (timeline.status === 'ready') return;
      answers = [];
      ask(visible(server).slice(-5), (known, page) => withNewest(known, page, 5));
    },
    catchUp({ limit }) {
      const last = timeline.items.at(-1)?.sequence;
      if (timeline.status !== 'ready' || typeof last !== 'number') return;
      const page = visible(server).filter(({ sequence }) => (sequence ?? 0) > last);
      ask(page.slice(0, limit), withLater);
    },
    older({ limit }) {
      const first = timeline.items[0]?.sequence;
      if (timeline.status !== 'ready' || typeof first !== 'number') return;
      const page = visible(server).filter(({ sequence }) => (sequence ?? 0) < first);
      ask(page.slice(-limit), (known, some) => withOlder(known, some, limit));
    },
    answer({ which }) {
      const [answer] = answers.splice(which % Math.max(1, answers.length), 1);
      if (answer) timeline = answer(timeline);
    },
    leaves({ sequence }) {
      server.gone.add(sequence);
    },
  };
  for (const one of steps) {
    (act[one.kind] as (step: Step) => void)(one);
    expectOrder(timeline);
  }
  return { timeline, server };
}

/** Always: in order, each once, and nothing known to be missing in between. */
function expectOrder({ items, ahead }: Timeline): void {
  const all = [...items, ...ahead].map(({ sequence }) => sequence ?? 0);
  expect(all).toEqual([...new Set(all)].toSorted((one, other) => one - other));
}

test('given any interleaving of arrivals, pages and catching up, then each message is there once, in order', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const { timeline: before, server } = play([{ kind: 'load' }, ...steps]);
      let timeline = before;
      if (timeline.status !== 'ready') timeline = withNewest(timeline, visible(server).slice(-5), 5);
      // What the saga does once it is connected: it catches up until nothing is left.
      for (let last = timeline.items.at(-1); ; last = timeline.items.at(-1)) {
        const page = visible(server).filter(({ sequence }) => (sequence ?? 0) > (last?.sequence ?? 0));
        timeline = withLater(timeline, page.slice(0, 7));
        if (page.length < 7) break;
      }
      expectOrder(timeline);
      expect(hasHole(timeline)).toBe(false);
      // Between the first and the last, nothing that the server still has is missing.
      const first = timeline.items[0]?.sequence ?? 0;
      const known = new Set(sequences(timeline));
      const expected = visible(server).filter(({ sequence }) => (sequence ?? 0) >= first);
      expect(expected.filter(({ sequence }) => !known.has(sequence))).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test('given a message that is not the next one, then it waits until what is between has come', () => {
  const ready = withNewest(EMPTY_TIMELINE, upTo(3), 100);
  const early = withLive(ready, stored.slice(4, 5));
  expect([sequences(early), hasHole(early)]).toEqual([[1, 2, 3], true]);
  const whole = withLive(early, stored.slice(3, 4));
  expect([sequences(whole), hasHole(whole)]).toEqual([[1, 2, 3, 4, 5], false]);
});

test('given messages during the first load, then they stay behind what it brings, once', () => {
  const loading = withLive({ ...EMPTY_TIMELINE, status: 'loading' }, stored.slice(2, 5));
  expect(sequences(withNewest(loading, upTo(4), 100))).toEqual([1, 2, 3, 4, 5]);
});

test('given another message with a known sequence, then all is loaded again; given the same one, it stays', () => {
  const ready = withNewest(EMPTY_TIMELINE, stored.slice(4, 20), 100);
  const restored = createMessage(20, { id: 'restored' });
  for (const take of [withLive, withLater]) {
    expect(take(ready, [restored])).toEqual({ ...EMPTY_TIMELINE, ahead: [restored] });
    expect(sequences(take(ready, stored.slice(4, 21)))).toHaveLength(17);
    expect(take(ready, [createMessage(3, { id: 'restored' })]).items).toEqual(ready.items);
  }
});

test('given a server that does not count, then time and arrival give the order, and nothing comes twice', () => {
  const plain = stored.map((message) => ({ ...message, sequence: null }));
  const ready = withNewest(EMPTY_TIMELINE, plain.slice(0, 3), 100);
  const live = withLive(withLive(ready, plain.slice(4, 5)), plain.slice(1, 2));
  expect(live.items.map(({ id }) => id)).toEqual(['m1', 'm2', 'm3', 'm5']);
  expect(withLater(live, plain.slice(0, 5)).items.map(({ id }) => id)).toContain('m4');
  expect(withOlder(live, plain.slice(0, 3), 3)).toMatchObject({ items: live.items, reachesStart: true });
});
