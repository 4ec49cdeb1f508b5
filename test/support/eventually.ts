const PAUSE_MS = 100;
/** Far longer than anything takes; an error that says the last value helps more than the time limit of the test. */
const LIMIT_MS = 60_000;

/**
 * Reads until the value is the wanted one, for what nothing announces. Resolves to the value.
 * @throws an error with the last value when that takes longer than a minute
 */
export async function eventually<T>(read: () => Promise<T> | T, isWanted: (value: T) => boolean): Promise<T> {
  const end = Date.now() + LIMIT_MS;
  for (;;) {
    const value = await read();
    if (isWanted(value)) return value;
    if (Date.now() > end)
      throw new Error(`Still the unwanted value after a minute: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
