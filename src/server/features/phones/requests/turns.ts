import { setTimeout as wait } from 'node:timers/promises';
import { DomainError } from '#server/domainError';

/** No request waits longer for its turn. */
const MAX_WAIT_MS = 10_000;
const MEBIBYTE = 1_024 * 1_024;
/** Smaller bodies are never refused because of what others send: most hold where a person is now. */
export const SMALL_BODY = 16_384;
/** What waits or is being taken, so that bodies cannot fill the memory. The largest body has 4 MiB, and two of them may wait. */
const LIMITS = {
  requestsPerLine: 50,
  bytesPerPhone: 12 * MEBIBYTE,
  bytesPerPerson: 24 * MEBIBYTE,
  bytes: 96 * MEBIBYTE,
} as const;

/** A request that needs a turn. */
interface TurnOf {
  /** Requests of one line wait for each other; by default those of the phone. */
  readonly line?: string;
  readonly phone: { readonly id: string; readonly user_id: string };
  /** Of its body. */
  readonly bytes: number;
}

/**
 * Takes one request of a line after the other. A phone that sends faster than it may waits for its answers: most apps lose
 * positions that are refused.
 * @throws DomainError 503 when too much waits already, or for longer than 10 s: the phone sends it again
 */
export function phoneTurns() {
  const waiting = new Map<string, (() => void)[]>();
  const load = bodyLoad();

  const end = (line: string): void => {
    const next = waiting.get(line)?.shift();
    if (next) next();
    else waiting.delete(line);
  };

  async function ownTurn(line: string): Promise<void> {
    const others = waiting.get(line);
    if (!others) return void waiting.set(line, []);
    if (others.length >= LIMITS.requestsPerLine) throw new DomainError('server_busy');
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        others.splice(others.indexOf(begin), 1);
        reject(new DomainError('server_busy'));
      }, MAX_WAIT_MS).unref();
      const begin = (): void => {
        clearTimeout(timer);
        resolve();
      };
      others.push(begin);
    });
  }

  return async <Result>(
    { phone, line = phone.id, bytes }: TurnOf,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    const release = load.take(phone, bytes);
    try {
      await ownTurn(line);
      return await work().finally(() => end(line));
    } finally {
      release();
    }
  };
}
export type PhoneTurns = ReturnType<typeof phoneTurns>;

/** Counts the bytes of the bodies that are held. */
function bodyLoad() {
  const held = new Map<string, number>();
  const add = (key: string, bytes: number): void => {
    const now = (held.get(key) ?? 0) + bytes;
    if (now > 0) held.set(key, now);
    else held.delete(key);
  };
  return {
    /** @returns what gives them back @throws DomainError 503 */
    take(phone: TurnOf['phone'], bytes: number): () => void {
      const counts: [string, number][] = [
        [`phone ${phone.id}`, LIMITS.bytesPerPhone],
        [`person ${phone.user_id}`, LIMITS.bytesPerPerson],
        ['all', LIMITS.bytes],
      ];
      if (bytes > SMALL_BODY && counts.some(([key, max]) => (held.get(key) ?? 0) + bytes > max))
        throw new DomainError('server_busy');
      for (const [key] of counts) add(key, bytes);
      return () => {
        for (const [key] of counts) add(key, -bytes);
      };
    },
  };
}

/** Waits as long as a limit asks for, but not longer than a phone waits for an answer. @param seconds */
export const waitForLimit = (seconds: number): Promise<void> =>
  wait(Math.min(seconds * 1_000, MAX_WAIT_MS), undefined, { ref: false });
