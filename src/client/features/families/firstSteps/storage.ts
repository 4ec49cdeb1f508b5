import type { FirstStep } from './reducer';
import type { StoredFirstSteps } from './slice';

/** Every step, in the order in which they are offered. */
export const FIRST_STEPS: readonly FirstStep[] = ['share', 'invite', 'home', 'notifications', 'phone'];

/** Where a device keeps how far a person is. Signing out removes it. */
export const firstStepsKey = (userId: string) => `firstSteps:${userId}`;

const stepsIn = (value: unknown): FirstStep[] =>
  Array.isArray(value) ? FIRST_STEPS.filter((step) => value.includes(step)) : [];

/** What a stored text holds; null when there is none, or it is not what we wrote. */
export function parseStoredFirstSteps(text: string | null): StoredFirstSteps | null {
  try {
    const stored = JSON.parse(text ?? 'null') as Record<string, unknown> | null;
    const familyId = stored?.['familyId'];
    return typeof familyId === 'string'
      ? { familyId, done: stepsIn(stored?.['done']), skipped: stepsIn(stored?.['skipped']) }
      : null;
  } catch {
    return null;
  }
}
