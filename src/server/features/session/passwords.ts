import { hash, verify } from '@node-rs/argon2';
import fastq from 'fastq';
import { DomainError } from '#server/domainError';

/** Turns passwords into what may be stored, and compares. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(stored: string, password: string): Promise<boolean>;
  /** True when a stored hash is weaker than those made today. */
  isOutdated(stored: string): boolean;
}

/** OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, 2 passes, 1 lane. About 26 ms on one core. */
export const ARGON2_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Two at work leave half of libuv's four threads to the disk; 50 waiting are under a second of patience. */
const AT_WORK = 2;
const WAITING_MAX = 50;

/**
 * argon2id.
 * @param cost memory in KiB, passes, lanes; only tests ask for less than the default
 */
export function argon2Hasher(
  cost: { memoryCost: number; timeCost: number; parallelism: number } = ARGON2_COST,
): PasswordHasher {
  return {
    // The package's default algorithm is argon2id; its enum cannot be named where modules are compiled one by one.
    hash: (password) => hash(password, cost),
    verify: (stored, password) => verify(stored, password),
    isOutdated(stored) {
      const [, memory, passes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),/u.exec(stored) ?? [];
      return !(Number(memory) >= cost.memoryCost && Number(passes) >= cost.timeCost);
    },
  };
}

/**
 * Lets a few hashes run at a time and a few wait; the rest is refused with 503, so that a storm of sign-ins cannot
 * starve everything else (200 at once held an unrelated file read up for 2 s).
 */
export function boundedHasher(
  hasher: PasswordHasher,
  limits = { atWork: AT_WORK, waiting: WAITING_MAX },
): PasswordHasher {
  const queue = fastq.promise(async (job: () => Promise<unknown>) => job(), limits.atWork);
  function run<Result>(job: () => Promise<Result>): Promise<Result> {
    if (queue.length() >= limits.waiting) return Promise.reject(new DomainError('server_busy'));
    return new Promise((resolve, reject) => {
      queue.push(() => job().then(resolve, reject)).catch(reject);
    });
  }
  return {
    hash: (password) => run(() => hasher.hash(password)),
    verify: (stored, password) => run(() => hasher.verify(stored, password)),
    isOutdated: hasher.isOutdated,
  };
}
