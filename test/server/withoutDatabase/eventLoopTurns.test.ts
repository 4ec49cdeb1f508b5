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

it('given steps that take longer than the pause, then other turns of the loop come between them', async () => {
  let turn = 0;
  let isOver = false;
  const count = (): void => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const nextTurn = eventLoopTurns();
  const turns: number[] = [];
  const step = async (): Promise<void> => {
    turns.push(turn);
    // A query begins some promises later.
    for (let hop = 0; hop < 10; hop += 1) await Promise.resolve();
    for (const end = performance.now() + 5; performance.now() < end;);
  };
  await Promise.all(Array.from({ length: 20 }, () => nextTurn().then(step)));
  isOver = true;
  const between = turns.slice(1).map((each, index) => each - (turns[index] ?? 0) - 1);
  expect(Math.max(...between)).toBeGreaterThan(1);
});
