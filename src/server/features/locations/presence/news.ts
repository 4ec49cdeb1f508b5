import { MOVING_FROM_M_PER_S } from '#contract/limits';
import type { LatestDetails } from '#server/db/schema';
import type { Evaluation } from '#server/features/geofences/engine';
import type { UsedWrite } from '../pendingWrites';
import type { FixContext, LatestRow } from '../repository';

/** What a batch of fixes has changed. */
interface StoredChanges {
  readonly batch: readonly UsedWrite[];
  readonly newFixes: readonly (readonly LatestRow[])[];
  readonly contexts: ReadonlyMap<string, FixContext>;
  readonly evaluation: PromiseSettledResult<Evaluation>;
}

/** The members of whom others see more than another position now: most fixes change nothing else. */
export function presenceNews({ batch, newFixes, contexts, evaluation }: StoredChanges): Set<string> {
  const news = new Set<string>();
  for (const [index, { write }] of batch.entries()) {
    const newest = newFixes[index]?.at(-1);
    // What follows the last part of a request says it for all parts.
    if (newest && !write.isPart && isChanged(contexts.get(write.userId)?.latest, newest))
      news.add(write.userId);
  }
  if (evaluation.status === 'fulfilled')
    for (const { userId, changes } of evaluation.value.members)
      // Also a state that changes in silence after a gap.
      if (changes.length > 0) news.add(userId);
  return news;
}

type Stay = Pick<LatestDetails, 'since' | 'speed'>;

/** Whether another stay has begun, or a move has begun or ended. */
const isChanged = (before: Stay | undefined, after: Stay): boolean =>
  !before || before.since !== after.since || isMoving(before) !== isMoving(after);

const isMoving = ({ speed }: Stay): boolean => (speed ?? 0) >= MOVING_FROM_M_PER_S;
