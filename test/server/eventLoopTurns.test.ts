import { eventLoopTurns } from '#server/eventLoopTurns';

it('given three that ask at once, then each gets a turn of its own, in the order of asking', async () => {
  let turn = 0;
  let isOver = false;
  const count = (): void => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const nextTurn = eventLoopTurns();
  const turns: number[] = [];
  await Promise.all([1, 2, 3].map(() => nextTurn().then(() => turns.push(turn))));
  isOver = true;
  expect(new Set(turns).size).toBe(3);
  expect(turns).toEqual(turns.toSorted((a, b) => a - b));
});
