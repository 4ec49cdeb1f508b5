const PAUSE_MS = 100;

/**
 * Reads until the value is the wanted one, for what nothing announces. Resolves to the value; a test that compares it
 * fails by its own time limit otherwise.
 */
export async function eventually<T>(read: () => Promise<T> | T, isWanted: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read();
    if (isWanted(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
