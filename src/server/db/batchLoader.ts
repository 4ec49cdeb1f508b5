/**
 * Loads values by key, with one statement for all keys that are requested in one turn of the event loop. For reads that
 * every request makes. Nothing is cached: each caller gets what is in the database after the call.
 * @param readAll reads the values of distinct keys
 */
export function createBatchLoader<Value>(
  readAll: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): (key: string) => Promise<Value | undefined> {
  let keys = new Set<string>();
  let loading: Promise<ReadonlyMap<string, Value>> | undefined;

  async function readNext(): Promise<ReadonlyMap<string, Value>> {
    await new Promise(setImmediate);
    const batch = [...keys];
    [keys, loading] = [new Set(), undefined];
    return readAll(batch);
  }

  return async (key) => {
    keys.add(key);
    loading ??= readNext();
    return (await loading).get(key);
  };
}
