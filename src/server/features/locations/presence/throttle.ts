/** What follows within this time is one run: a position, its crossing, and that its phone was heard. */
const TOGETHER_MS = 100;

/**
 * Runs work for a person soon after it is asked for, and after that at most once in `everyMs`. The last request is never
 * lost, so the work always sees the newest state.
 */
export function throttlePerPerson(work: (userId: string) => void, everyMs: number): (userId: string) => void {
  /** For each person whose work is due or was done lately, whether it is due. */
  const isDue = new Map<string, boolean>();

  function run(userId: string): void {
    if (!isDue.get(userId)) {
      isDue.delete(userId);
      return;
    }
    isDue.set(userId, false);
    work(userId);
    setTimeout(run, everyMs, userId).unref();
  }

  return (userId) => {
    const isFirst = !isDue.has(userId);
    isDue.set(userId, true);
    if (isFirst) setTimeout(run, TOGETHER_MS, userId).unref();
  };
}
