import { runToEnd, runSlice, type IncrementalTask } from '#shared/timeSlicing';

/** Work of so many steps, each of which takes a while on a clock of its own. */
function work(count: number, milliseconds: number) {
  let [time, done] = [0, 0];
  function* steps(): IncrementalTask<string> {
    for (; done < count; done += 1) {
      time += milliseconds;
      yield;
    }
    return 'result';
  }
  return { steps: steps(), now: () => time, done: () => done };
}

test('given short steps, then a slice takes as many as fit into 8 ms', () => {
  const { steps, now, done } = work(10, 2);
  expect(runSlice(steps, now).done).toBe(false);
  // The fourth has ended at 8 ms, and pauses.
  expect([now(), done()]).toEqual([8, 3]);
});

test('given a long step, then a slice is that step', () => {
  const { steps, now } = work(3, 50);
  expect([runSlice(steps, now).done, now()]).toEqual([false, 50]);
});

test('given slices until the end, then every step was done once, and the last one has the result', () => {
  const { steps, now, done } = work(10, 3);
  let slices = 1;
  let slice = runSlice(steps, now);
  for (; !slice.done; slice = runSlice(steps, now)) slices += 1;
  expect([slice.value, done(), slices]).toEqual(['result', 10, 4]);
});

test('given all at once, then the result is the same', () => {
  expect(runToEnd(work(10, 3).steps)).toBe('result');
});
