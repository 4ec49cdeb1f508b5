import { DomainError } from '#server/domainError';

/** More wait only if very many phones come back at once, and those send their requests again. */
const MAX_WAITING = 500;

/**
 * Does some work of many people at the same time and lets the rest wait. People are served in turn: of each the oldest, so
 * that ten phones of one person do not hold up another one.
 * @param atOnce how many works run at the same time
 */
export function fairTurns(atOnce: number) {
  const waiting = new Map<string, (() => void)[]>();
  let running = 0;
  let count = 0;

  function beginNext(): void {
    const [first] = waiting;
    if (!first || running >= atOnce) return;
    const [person, [begin, ...others]] = first;
    waiting.delete(person);
    // Behind everyone else who waits.
    if (others.length > 0) waiting.set(person, others);
    count -= 1;
    running += 1;
    begin?.();
  }

  async function ownTurn(person: string): Promise<void> {
    if (count >= MAX_WAITING) throw new DomainError('server_busy');
    count += 1;
    await new Promise<void>((resolve) => waiting.set(person, [...(waiting.get(person) ?? []), resolve]));
  }

  /** @throws DomainError 503 when too many wait */
  return async <Result>(person: string, work: () => Promise<Result>): Promise<Result> => {
    if (running < atOnce) running += 1;
    else await ownTurn(person);
    try {
      return await work();
    } finally {
      running -= 1;
      beginNext();
    }
  };
}
