/** Characters that change the direction of the text after them, even beyond the name that contains them. */
const TURNING = /[\u202A-\u202E\u2066-\u2069]/gu;

/** A text for a title or a notification, in which no name can turn the words around it. */
export const withoutTurning = (text: string): string => text.replace(TURNING, '');
