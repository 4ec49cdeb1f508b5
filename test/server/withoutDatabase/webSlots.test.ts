import { webSlots } from '#server/features/alerts/channels/webSlots';

/** Work that ends when the test says so. */
function endless() {
  let end: () => void = () => undefined;
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { work: () => done.then(() => 'done'), end };
}

it('given three silent servers of a person, then a fourth has no turn, and another person has one', async () => {
  const inSlot = webSlots();
  const { work, end } = endless();
  const first = [1, 2, 3].map(() => inSlot('ana', work));
  expect(await inSlot('ana', async () => 'fourth')).toBeUndefined();
  expect(await inSlot('ben', async () => 'other')).toBe('other');
  const waiting = inSlot('ana', async () => 'later');
  end();
  expect(await Promise.all([...first, waiting])).toEqual(['done', 'done', 'done', 'later']);
});

it('given ten that do not answer, then no further request is made, until one of them has failed', async () => {
  const inSlot = webSlots();
  const { work, end } = endless();
  const fail = inSlot('p9', async () => work().then(() => Promise.reject(new Error('reset'))));
  const others = Array.from({ length: 9 }, (_, index) => inSlot(`p${index}`, work));
  expect(await inSlot('ana', async () => 'eleventh')).toBeUndefined();
  end();
  await expect(fail).rejects.toThrow('reset');
  await Promise.all(others);
  expect(await inSlot('ana', async () => 'now')).toBe('now');
});
