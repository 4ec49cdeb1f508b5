/** What follows within this time is one run: a position, its crossing, and that its phone was heard. */
const TOGETHER_MS = 100;

/**
 * Runs work for a key, such as the id of a person or a phone, soon after it is asked for, and after that at most once in
 * `everyMs`. The last request is never lost, so the work always sees the newest state.
 */
export function throttlePerKey(work: (key: string) => void, everyMs: number): (key: string) => void {
  /** For each key whose work is due or was done lately, whether it is due. */
  const isDue = new Map<string, boolean>();

  function run(key: string): void {
    if (!isDue.get(key)) {
      isDue.delete(key);
      return;
    }
    isDue.set(key, false);
    work(key);
    setTimeout(run, everyMs, key).unref();
  }

  return (key) => {
    const isFirst = !isDue.has(key);
    isDue.set(key, true);
    if (isFirst) setTimeout(run, TOGETHER_MS, key).unref();
  };
}
