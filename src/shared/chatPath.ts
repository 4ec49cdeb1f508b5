/**
 * The page of the chat of one family, for notifications. The family is in the fragment, which the app reads once: the page
 * is the same for all families.
 */
export const chatPath = (familyId: string): string => `/chat#family=${familyId}`;

/** @returns the family that a fragment of `chatPath` names; null for other fragments */
export const familyOfFragment = (fragment: string): string | null =>
  new URLSearchParams(fragment).get('family');
