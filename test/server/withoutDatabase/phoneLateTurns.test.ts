import { lateTurns } from '#server/features/phones/requests/lateTurns';

const NOW = Date.parse('2026-05-01T12:00:00Z');
const OLD = NOW - 3_600_000;
const of = (userId: string, newest: number | undefined = OLD) => ({ userId, newest });

it('given phones that empty queues, when another one is live, then it does not wait for them', async () => {
  const inLateTurn = lateTurns();
  const order: string[] = [];
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const late = ['a', 'b', 'c'].map((name) =>
    inLateTurn(of(name), NOW, async () => {
      order.push(`${name} begins`);
      await ended;
      return name;
    }),
  );
  await inLateTurn(of('d', NOW - 1_000), NOW, async () => order.push('live'));
  await inLateTurn({ userId: 'e', newest: undefined }, NOW, async () => order.push('heartbeat'));
  expect(order).toEqual(['a begins', 'b begins', 'live', 'heartbeat']);
  end();
  expect(await Promise.all(late)).toEqual(['a', 'b', 'c']);
});

it('given a queue that cannot be stored, then its error reaches it, and the next one goes on', async () => {
  const inLateTurn = lateTurns();
  const outcomes = await Promise.allSettled(
    [1, 2, 3].map((number) =>
      inLateTurn(of('a'), NOW, async () => {
        if (number < 3) throw new Error('busy');
        return number;
      }),
    ),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
});

it('given ten queues of one person, when another person sends one, then it is next', async () => {
  const inLateTurn = lateTurns();
  const order: string[] = [];
  const take = (userId: string) => inLateTurn(of(userId), NOW, async () => void order.push(userId));
  await Promise.all([...Array.from({ length: 10 }, () => take('ana')), take('bo')]);
  expect(order.indexOf('bo')).toBeLessThanOrEqual(3);
});
