/** Makes a change for a person. What the change is decides whether it is the same as the one before. */
export type ChangeInTurn<Result> = (
  userId: string,
  what: string,
  change: () => Promise<Result>,
) => Promise<Result>;

/**
 * Makes the changes of each person one after the other. One that is the same as the person's last, which is not over yet,
 * shares its result. Each reads a whole call, so that a person's flood would take all connections to the store.
 */
export function changesInTurn<Result>(): ChangeInTurn<Result> {
  const last = new Map<string, { what: string; result: Promise<Result> }>();
  return (userId, what, change) => {
    const before = last.get(userId);
    if (before?.what === what) return before.result;
    const result = before ? before.result.then(change, change) : change();
    const current = { what, result };
    last.set(userId, current);
    const forget = (): void => {
      if (last.get(userId) === current) last.delete(userId);
    };
    result.then(forget, forget);
    return result;
  };
}
