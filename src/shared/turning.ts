/** Signs that change the direction of what comes after them, beyond the name in which they stand. */
const TURNING = /[\u202A-\u202E\u2066-\u2069]/gu;

/** A text for a title or a notification, in which no name can turn the words around it. */
export const withoutTurning = (text: string): string => text.replace(TURNING, '');
