import { FUTURE_TOLERANCE_MS } from '#contract/limits';
import { DomainError } from '#server/domainError';
import type { Visibility } from '#server/features/families/visibility';

/**
 * Since when a viewer may see a person.
 * @returns the moment, and what is asked while a slow reader takes the rest
 * @throws DomainError 404
 */
export async function visiblePerson(
  visibility: Pick<Visibility, 'visibleTo'>,
  viewerId: string,
  personId: string,
): Promise<{ since: number; requireVisible: () => Promise<void> }> {
  const ask = async (): Promise<number> => {
    const since = (await visibility.visibleTo(viewerId, [personId])).get(personId);
    if (since === undefined) throw new DomainError('user_not_found');
    return since;
  };
  return { since: await ask(), requireVisible: async () => void (await ask()) };
}

/** Where a download ends: one that is not read must not go on to show where a person is later. */
export const downloadEnd = (end: number, now: number): number => Math.min(end, now + FUTURE_TOLERANCE_MS);
