import type { FamilySteps, FirstStep } from './reducer';

/** Every step, in the order in which they are offered. */
export const FIRST_STEPS: readonly FirstStep[] = ['share', 'invite', 'home', 'notifications', 'phone'];

/** Whether a step is the user's own, so that doing or skipping it counts in all of their families. */
export const isOwnStep = (step: FirstStep): boolean => step !== 'invite' && step !== 'home';

/** Where a device keeps how far a person is. Signing out removes it. */
export const firstStepsKey = (userId: string) => `firstSteps:${userId}`;

const stepsIn = (value: unknown): FirstStep[] =>
  Array.isArray(value) ? FIRST_STEPS.filter((step) => value.includes(step)) : [];

/** The families in a stored text, which earlier versions wrote with one family only; what we did not write is left out. */
export function parseStoredFirstSteps(text: string | null): FamilySteps[] {
  try {
    return [JSON.parse(text ?? 'null') as unknown].flat().flatMap((stored) => {
      const { familyId, done, skipped } = (stored ?? {}) as Record<string, unknown>;
      return typeof familyId === 'string'
        ? [{ familyId, done: stepsIn(done), skipped: stepsIn(skipped) }]
        : [];
    });
  } catch {
    return [];
  }
}
