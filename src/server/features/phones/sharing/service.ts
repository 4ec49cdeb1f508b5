import type { Sharing } from '#contract/phones';
import type { Clock } from '#server/clock';
import { DomainError } from '#server/domainError';
import { pauseAt } from '#server/features/locations/sources/pauses';
import type { SourceRepository } from '#server/features/locations/sources/repository';

/** Pauses of sharing: positions that are taken in one are dropped, whenever they arrive. */
export interface SharingService {
  get(userId: string): Promise<Sharing>;
  /**
   * Pauses or resumes.
   * @param until ISO time at which a pause ends by itself; null or undefined: when the person resumes
   * @throws DomainError 400 for an end that is not in the future
   */
  set(userId: string, change: { paused: boolean; until?: string | null | undefined }): Promise<Sharing>;
  deleteExpired(): Promise<void>;
}

export interface SharingDeps {
  readonly sources: SourceRepository;
  inTransaction<Result>(work: (sources: SourceRepository) => Promise<Result>): Promise<Result>;
  readonly clock: Clock;
  readonly retentionDays: number;
}

const DAY_MS = 24 * 3_600_000;

/** @see SharingService */
export function sharingService({
  sources,
  inTransaction,
  clock,
  retentionDays,
}: SharingDeps): SharingService {
  async function get(userId: string): Promise<Sharing> {
    const now = clock.now();
    const current = pauseAt(await sources.pausesOf([userId], now), now);
    const until = current?.until_at ?? null;
    return { paused: current !== undefined, until: until === null ? null : new Date(until).toISOString() };
  }

  return {
    get,
    async set(userId, { paused, until }) {
      const now = clock.now();
      const end = until === undefined || until === null ? null : Date.parse(until);
      if (paused && end !== null && !(end > now)) throw new DomainError('sharing_invalid');
      await inTransaction(async (stored) => {
        const current = pauseAt(await stored.pausesOf([userId], now), now);
        if (!paused) return stored.endPauses(userId, now);
        await stored.put(userId, { has_pauses: 1 });
        await stored.pause({ user_id: userId, from_at: current?.from_at ?? now, until_at: end });
      });
      return get(userId);
    },
    deleteExpired: () =>
      inTransaction((stored) => stored.deletePausesBefore(clock.now() - (retentionDays + 1) * DAY_MS)),
  };
}
