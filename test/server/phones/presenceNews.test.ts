import { pausesInOrder } from '#server/features/locations/sources/pauses';
import { presenceNews } from '#server/features/phones/requests/presenceNews';

afterEach(() => jest.useRealTimers());

it('given twenty requests at once, then viewers hear of the first and of the last', async () => {
  jest.useFakeTimers();
  const publish = jest.fn(async (_userId: string) => undefined);
  const news = presenceNews({ publish });
  for (let count = 0; count < 20; count += 1) await news('ana');
  await news('bo');
  expect(publish.mock.calls).toEqual([['ana'], ['bo']]);
  jest.advanceTimersByTime(3_000);
  expect(publish.mock.calls).toEqual([['ana'], ['bo'], ['ana']]);
  jest.advanceTimersByTime(60_000);
  expect(publish).toHaveBeenCalledTimes(3);
  expect(jest.getTimerCount()).toBe(0);
});

it('given pauses and moments in order, then those in a pause are found, the last pause without an end', () => {
  const pause = (from_at: number, until_at: number | null) => ({ user_id: 'ana', from_at, until_at });
  const isPaused = pausesInOrder([pause(10, 20), pause(30, 40), pause(50, null)]);
  expect([5, 10, 19, 20, 30, 39, 45, 50, 99].filter(isPaused)).toEqual([10, 19, 30, 39, 50, 99]);
  expect([1, 2].filter(pausesInOrder([]))).toEqual([]);
});
