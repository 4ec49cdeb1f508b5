import { type PhoneTurns, phoneTurns } from '#server/features/phones/requests/turns';

const MEBIBYTE = 1_024 * 1_024;
const phone = { id: 'pixel', user_id: 'ana' };
const never = () => new Promise<never>(() => undefined);
/** Takes a request that never ends. */
const hold = (inTurn: PhoneTurns, turn: Parameters<PhoneTurns>[0]) =>
  void inTurn(turn, never).catch(() => undefined);
const runImmediates = () => new Promise(setImmediate);

afterEach(() => jest.useRealTimers());

it('given a request that takes long, when another waits for 10 s, then it is refused and never begins', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  const inTurn = phoneTurns();
  hold(inTurn, { phone, bytes: 1 });
  const work = jest.fn(async () => 'taken');
  const second = Promise.allSettled([inTurn({ phone, bytes: 1 }, work)]);
  jest.advanceTimersByTime(10_000);
  expect(await second).toMatchObject([{ status: 'rejected', reason: { statusCode: 503 } }]);
  expect(work).not.toHaveBeenCalled();
});

it('given requests of one phone, then each begins after the one before, also after one that fails', async () => {
  const inTurn = phoneTurns();
  const order: string[] = [];
  const take = (name: string, fails = false) =>
    inTurn({ phone, bytes: 1 }, async () => {
      order.push(`${name} begins`);
      await runImmediates();
      order.push(`${name} ends`);
      if (fails) throw new Error('busy');
    });
  await Promise.allSettled([take('a'), take('b', true), take('c')]);
  expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});

it('given one body that is taken and two that wait, all of the largest size, then a fourth gets 503', async () => {
  const inTurn = phoneTurns();
  const large = { phone, bytes: 4 * MEBIBYTE };
  for (let count = 0; count < 3; count += 1) hold(inTurn, large);
  await expect(inTurn(large, never)).rejects.toMatchObject({ statusCode: 503, retryAfter: 2 });
  const other = { ...phone, id: 'tablet' };
  expect(await inTurn({ phone: other, bytes: 4 * MEBIBYTE }, async () => 'taken')).toBe('taken');
});

it('given ten phones of one person with large bodies, then other people are taken', async () => {
  const inTurn = phoneTurns();
  const refused: unknown[] = [];
  for (let index = 0; index < 10; index += 1)
    for (let count = 0; count < 3; count += 1)
      inTurn({ phone: { id: `phone ${index}`, user_id: 'ana' }, bytes: 4 * MEBIBYTE }, never).catch((error) =>
        refused.push(error),
      );
  await runImmediates();
  expect(refused).toHaveLength(24);
  const bo = { id: 'pixel of bo', user_id: 'bo' };
  expect(await inTurn({ phone: bo, bytes: 4 * MEBIBYTE }, async () => 'taken')).toBe('taken');
});

it('given a phone with 50 requests that wait, then one more gets 503', async () => {
  const inTurn = phoneTurns();
  for (let count = 0; count < 51; count += 1) hold(inTurn, { phone, bytes: 1 });
  await expect(inTurn({ phone, bytes: 1 }, never)).rejects.toMatchObject({ statusCode: 503 });
});
