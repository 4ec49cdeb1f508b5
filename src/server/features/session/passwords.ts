import { hash, verify } from '@node-rs/argon2';
import fastq from 'fastq';
import { DomainError } from '#server/domainError';

/** Hashes and verifies passwords. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(stored: string, password: string): Promise<boolean>;
  /** True when a stored hash is weaker than those made today. */
  isOutdated(stored: string): boolean;
}

/** OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, 2 passes, 1 lane. About 26 ms on one core. */
export const ARGON2_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Two running hashes leave half of libuv's four threads to the disk; 50 waiting ones take less than a second. */
const MAX_RUNNING = 2;
const MAX_WAITING = 50;

/**
 * argon2id.
 * @param cost memory in KiB, passes, lanes; only tests use less than the default
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
 * Runs a few hashes at a time, queues some, and rejects the rest with 503, so that many sign-ins at once do not block
 * other requests (200 at once delayed an unrelated file read by 2 s).
 */
export function boundedHasher(
  hasher: PasswordHasher,
  limits = { atWork: MAX_RUNNING, waiting: MAX_WAITING },
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
