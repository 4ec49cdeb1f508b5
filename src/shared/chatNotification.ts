const TAG_START = 'chat:';

/** The tag of a conversation's notification, the same for pushes and for pages, so that a conversation has only one. */
export const chatTag = (familyId: string): string => TAG_START + familyId;

export const isChatTag = (tag: string): boolean => tag.startsWith(TAG_START);

/** @param tag of `chatTag` */
export const familyOfChatTag = (tag: string): string => tag.slice(TAG_START.length);

/**
 * The page of the chat of one family, for notifications. The family is in the fragment, which the app reads once: the page
 * is the same for all families.
 */
export const chatPath = (familyId: string): string => `/chat#family=${familyId}`;

/** The page of one family, in the same way. */
export const familyPath = (familyId: string): string => `/family#family=${familyId}`;

/** @returns the family that a fragment of these paths names; null for other fragments */
export const familyOfFragment = (fragment: string): string | null =>
  new URLSearchParams(fragment).get('family');
