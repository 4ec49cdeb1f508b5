import type { Sharing } from '#contract/phones';
import type { Clock } from '#server/clock';
import type { SharingPauseRow } from '#server/db/schema';
import { DomainError } from '#server/domainError';
import { pauseAt } from '#server/features/locations/sources/pauses';
import type { SourceRepository } from '#server/features/locations/sources/repository';
import type { Publisher } from '#server/publisher';
import type { SignedIn } from '#server/signedIn';

/** Pauses of sharing: positions that are taken in one are dropped, whenever they arrive. */
export interface SharingService {
  get(userId: string): Promise<Sharing>;
  /**
   * Pauses or resumes.
   * @param until ISO time at which a pause ends; null or undefined: when the person resumes
   * @throws DomainError 400 for an end that is not in the future
   */
  set(user: SignedIn, change: { paused: boolean; until?: string | null | undefined }): Promise<Sharing>;
}

export interface SharingDeps {
  readonly sources: SourceRepository;
  inTransaction<Result>(work: (sources: SourceRepository) => Promise<Result>): Promise<Result>;
  readonly publisher: Pick<Publisher, 'settingsChanged'>;
  readonly clock: Clock;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** More in a day are no person's wish; then a pause goes on with one that ended up to half an hour ago. */
const MANY_IN_A_DAY = 50;

/**
 * When a pause that is asked for now begins. It goes on with one that has just ended, so that repeats fill no table, and
 * that no one is refused a pause.
 */
function beginOf(lately: readonly SharingPauseRow[], now: number): number {
  const current = pauseAt(lately, now);
  if (current) return current.from_at;
  const gap = lately.length < MANY_IN_A_DAY ? MINUTE_MS : 30 * MINUTE_MS;
  const last = lately.at(-1);
  return last?.until_at !== null && last !== undefined && now - last.until_at < gap ? last.from_at : now;
}

/** @see SharingService */
export function sharingService({ sources, inTransaction, publisher, clock }: SharingDeps): SharingService {
  async function get(userId: string): Promise<Sharing> {
    const now = clock.now();
    const current = pauseAt(await sources.pausesOf([userId], now), now);
    const until = current?.until_at ?? null;
    return { paused: current !== undefined, until: until === null ? null : new Date(until).toISOString() };
  }

  return {
    get,
    async set(user, { paused, until }) {
      const { userId } = user;
      const now = clock.now();
      const end = until === undefined || until === null ? null : Date.parse(until);
      if (paused && end !== null && !(end > now)) throw new DomainError('sharing_invalid');
      await inTransaction(async (stored) => {
        if (!paused) return stored.endPauses(userId, now);
        const lately = await stored.pausesOf([userId], now - DAY_MS);
        await stored.put(userId, { has_pauses: 1 });
        await stored.pause({ user_id: userId, from_at: beginOf(lately, now), until_at: end });
      });
      publisher.settingsChanged(user, 'sharing');
      return get(userId);
    },
  };
}
