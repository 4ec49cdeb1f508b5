import { changesInTurn } from '#server/features/alerts/sos/changesInTurn';
import { waitUntil } from '../support/socket';

/** A change that ends when it is told to, and counts how many run. */
function createChanges() {
  const started: string[] = [];
  const ends: ((isDone: boolean) => void)[] = [];
  const inTurn = changesInTurn<string>();
  const change = (what: string, userId = 'bo'): Promise<string> =>
    inTurn(userId, what, () => {
      started.push(what);
      return new Promise((resolve, reject) => {
        ends.push((isDone) => (isDone ? resolve(what) : reject(new Error(what))));
      });
    });
  return { started, ends, change };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

it('given the same change 500 times at once, then it is made once, and all have its result', async () => {
  const { started, ends, change } = createChanges();
  const all = Promise.all(Array.from({ length: 500 }, () => change('coming')));
  ends[0]?.(true);
  expect(new Set(await all)).toEqual(new Set(['coming']));
  expect(started).toEqual(['coming']);
});

it('given different changes, then they are made one after the other, and the last one counts', async () => {
  const { started, ends, change } = createChanges();
  const all = [change('coming'), change('call'), change('coming')];
  for (const step of [0, 1, 2]) {
    await waitUntil(() => started.length > step);
    await settle();
    expect(started).toHaveLength(step + 1);
    ends[step]?.(true);
  }
  await Promise.all(all);
  expect(started).toEqual(['coming', 'call', 'coming']);
});

it('given one that fails, then the next is made, and the same one again is made again', async () => {
  const { started, ends, change } = createChanges();
  const [failing, next] = [change('coming'), change('call')];
  ends[0]?.(false);
  await expect(failing).rejects.toThrow('coming');
  await waitUntil(() => started.length > 1);
  ends[1]?.(true);
  expect(await next).toBe('call');
  void change('call');
  await waitUntil(() => started.length > 2);
  expect(started).toEqual(['coming', 'call', 'call']);
});

it('given different changes, then other turns of the event loop come between them', async () => {
  const { started, ends, change } = createChanges();
  const [first] = [change('coming'), change('call')];
  ends[0]?.(true);
  await first;
  // New connections are taken here, one in each turn.
  await settle();
  expect(started).toEqual(['coming']);
  await waitUntil(() => started.length > 1);
});

it('given another person, then they do not wait', () => {
  const { started, change } = createChanges();
  void change('coming');
  void change('coming', 'cy');
  expect(started).toEqual(['coming', 'coming']);
});
