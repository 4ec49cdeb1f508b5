import { historyDeletionService } from '#server/features/locations/deletion/service';
import type { WriteCounts } from '#server/features/locations/pendingWrites';
import { type TrackedWriter, trackWrites } from '#server/features/locations/runningWrites';

const fixOf = (userId: string) => ({
  user_id: userId,
  recorded_at: 1,
  latitude: 46,
  longitude: 14,
  accuracy: null,
});

/** A writer whose writes end when the test says so. */
function createWriter() {
  const writes: { resolve(counts: WriteCounts): void; reject(error: Error): void }[] = [];
  const write = () =>
    new Promise<WriteCounts>((resolve, reject) => {
      writes.push({ resolve, reject });
    });
  return { writes, writer: trackWrites({ write }) };
}

const isSettled = async (promise: Promise<unknown>): Promise<boolean> => {
  let settled = false;
  void promise.then(() => (settled = true));
  await new Promise(setImmediate);
  return settled;
};

/** A deletion of history after these writes; `steps` is what it did. */
function createDeletion({ writesEnded }: TrackedWriter) {
  const steps: string[] = [];
  const step =
    <Result>(name: string, result: Result) =>
    () => {
      steps.push(name);
      return Promise.resolve(result);
    };
  const stores = {
    locations: { deleteSome: step('positions', false) },
    dayTotals: { lock: step('lock', undefined), dropTouching: step('totals', undefined) },
    corrections: {
      deleteWithoutFixes: step('corrections', undefined),
      cutOut: step('rest of corrections', undefined),
    },
    events: { deleteBetween: step('log', undefined) },
  };
  const service = historyDeletionService({
    inTransaction: (work) => work(stores),
    writesEnded,
    eraseDeletedData: step('files', undefined),
    clock: { now: () => 1_000 },
  });
  return { steps, service };
}

it('given a position that is being stored, when history is deleted, then it is deleted after that', async () => {
  const { writes, writer } = createWriter();
  const { steps, service } = createDeletion(writer);
  void writer.write([fixOf('ana')]);
  const deleted = service.remove('ana', undefined);
  expect(await isSettled(deleted)).toBe(false);
  expect(steps).toEqual([]);
  writes[0]?.resolve({ used: 1, repeats: 0 });
  await deleted;
  expect(steps).toEqual([
    'lock',
    'positions',
    'totals',
    'log',
    'corrections',
    'rest of corrections',
    'files',
  ]);
});

describe('writes that are under way', () => {
  it('given two writes of a member, then it waits for both, also for one that fails', async () => {
    const { writes, writer } = createWriter();
    void writer.write([fixOf('ana')]);
    writer.write([fixOf('ana')]).catch(() => undefined);
    const ended = writer.writesEnded('ana');
    writes[0]?.resolve({ used: 1, repeats: 0 });
    expect(await isSettled(ended)).toBe(false);
    writes[1]?.reject(new Error('The disk is full'));
    expect(await isSettled(ended)).toBe(true);
  });

  it('given writes of others, and one that begins later, then it does not wait for them', async () => {
    const { writer } = createWriter();
    void writer.write([fixOf('bo')]);
    const ended = writer.writesEnded('ana');
    void writer.write([fixOf('ana')]);
    expect(await isSettled(ended)).toBe(true);
  });
});
