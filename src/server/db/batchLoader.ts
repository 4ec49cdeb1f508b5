/**
 * Looks things up by their key, all that are asked for in one turn of the event loop together: for what every request
 * asks, because a statement for each costs more than its answer. Nothing is remembered; everybody gets what is in the
 * store after they asked.
 * @param readAll what there is of these keys, each of them once
 */
export function gatheredLookUps<Value>(
  readAll: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): (key: string) => Promise<Value | undefined> {
  let keys = new Set<string>();
  let found: Promise<ReadonlyMap<string, Value>> | undefined;

  async function readNext(): Promise<ReadonlyMap<string, Value>> {
    await new Promise(setImmediate);
    const asked = [...keys];
    [keys, found] = [new Set(), undefined];
    return readAll(asked);
  }

  return async (key) => {
    keys.add(key);
    found ??= readNext();
    return (await found).get(key);
  };
}
