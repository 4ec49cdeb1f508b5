import type { FirstStep } from './reducer';
import type { KeptFirstSteps } from './slice';

/** Every step, in the order in which they are offered. */
export const FIRST_STEPS: readonly FirstStep[] = ['share', 'invite', 'home', 'notifications', 'phone'];

/** Where a device keeps how far a person is. Signing out removes it. */
export const firstStepsKey = (userId: string) => `firstSteps:${userId}`;

const stepsIn = (value: unknown): FirstStep[] =>
  Array.isArray(value) ? FIRST_STEPS.filter((step) => value.includes(step)) : [];

/** What a kept text holds; null when there is none, or it is not what we wrote. */
export function keptFirstStepsIn(text: string | null): KeptFirstSteps | null {
  try {
    const kept = JSON.parse(text ?? 'null') as Record<string, unknown> | null;
    const familyId = kept?.['familyId'];
    return typeof familyId === 'string'
      ? { familyId, done: stepsIn(kept?.['done']), skipped: stepsIn(kept?.['skipped']) }
      : null;
  } catch {
    return null;
  }
}
