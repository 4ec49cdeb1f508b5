import { createClock } from '#client/services/clock';

it('given long work in parts, when it waits for the next task, then other tasks run between them', async () => {
  const { nextTask } = createClock();
  let isDrawn = false;
  setImmediate(() => (isDrawn = true));
  await Promise.resolve();
  expect(isDrawn).toBe(false);
  for (let part = 0; part < 3; part += 1) await nextTask();
  expect(isDrawn).toBe(true);
});
