import { FUTURE_TOLERANCE_MS } from '#contract/limits';
import { DomainError } from '#server/domainError';
import type { Clock } from '#server/clock';
import type { Visibility } from '#server/features/families/visibility';

/** A whole day takes less when its reader is not slow. */
const ASKED_EVERY_MS = 500;

/**
 * Since when a viewer may see a person.
 * @returns the moment, and what is asked while a slow reader takes the rest
 * @throws DomainError 404
 */
export async function visiblePerson(
  { visibility, clock }: { visibility: Pick<Visibility, 'visibleTo'>; clock: Clock },
  viewerId: string,
  personId: string,
): Promise<{ since: number; requireVisible: () => Promise<void> }> {
  const ask = async (): Promise<number> => {
    const since = (await visibility.visibleTo(viewerId, [personId])).get(personId);
    if (since === undefined) throw new DomainError('user_not_found');
    return since;
  };
  const since = await ask();
  let askedAt = clock.now();
  const requireVisible = async (): Promise<void> => {
    if (clock.now() < askedAt + ASKED_EVERY_MS) return;
    await ask();
    askedAt = clock.now();
  };
  return { since, requireVisible };
}

/** Where a download ends: one that is not read must not go on to show where a person is later. */
export const downloadEnd = (end: number, now: number): number => Math.min(end, now + FUTURE_TOLERANCE_MS);
