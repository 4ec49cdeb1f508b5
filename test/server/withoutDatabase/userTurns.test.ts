import { partsInTurn, userTurns } from '#server/http/userTurns';

/** Calls that end when `finish` says so, and the numbers of those that have begun. */
function createCalls() {
  const inTurn = userTurns();
  const begun: number[] = [];
  const ends = new Map<number, (error?: Error) => void>();
  const call = (userId: string, number: number) =>
    inTurn(userId, () => {
      begun.push(number);
      return new Promise<number>((resolve, reject) =>
        ends.set(number, (error) => (error ? reject(error) : resolve(number))),
      );
    });
  return { begun, call, finish: (number: number, error?: Error) => ends.get(number)?.(error) };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

it('given many calls of one user, then fifty are answered at once, and the others in their order', async () => {
  const { begun, call, finish } = createCalls();
  const answers = upTo(150).map((number) => call('ana', number));
  await nextTurn();
  expect(begun).toEqual(upTo(50));
  for (const number of upTo(150)) {
    finish(number);
    await nextTurn();
  }
  expect(begun).toEqual(upTo(150));
  expect(await Promise.all(answers)).toEqual(upTo(150));
});

it('given one user has many calls, then another user’s begins at once', async () => {
  const { begun, call } = createCalls();
  for (const number of upTo(100)) void call('ana', number);
  void call('ben', 1_000);
  await nextTurn();
  expect(begun).toContain(1_000);
});

it('given a call fails, then the next one begins', async () => {
  const { begun, call, finish } = createCalls();
  const [first] = upTo(51).map((number) => call('ana', number));
  await nextTurn();
  finish(0, new Error('The database is away'));
  await expect(first).rejects.toThrow('The database is away');
  await nextTurn();
  expect(begun).toEqual(upTo(51));
});

describe('the parts of answers', () => {
  async function* letters() {
    yield* ['a', 'b'];
  }

  it('given one answer at a time, then the next begins once the last part is taken', async () => {
    const inTurn = userTurns(1);
    const [first, second] = [partsInTurn(inTurn, 'ana', letters()), partsInTurn(inTurn, 'ana', letters())];
    expect(await first.next()).toEqual({ value: 'a', done: false });
    const begun: unknown[] = [];
    const next = second.next().then((part) => begun.push(part));
    expect(await first.next()).toEqual({ value: 'b', done: false });
    await nextTurn();
    expect(begun).toEqual([]);
    expect(await first.next()).toEqual({ value: undefined, done: true });
    await next;
    expect(begun).toEqual([{ value: 'a', done: false }]);
  });

  it('given readers that go, one of them before its turn, then the next begins', async () => {
    const inTurn = userTurns(1);
    const [first, second, third] = Array.from({ length: 3 }, () => partsInTurn(inTurn, 'ana', letters()));
    await first?.next();
    const waiting = second?.next();
    const gone = second?.return(undefined);
    await first?.return(undefined);
    await Promise.all([waiting, gone]);
    expect(await third?.next()).toEqual({ value: 'a', done: false });
  });
});
