/** Unicode's bidirectional controls: they change the direction of the text after them, even beyond a name's end. */
const BIDI_CONTROLS = /[\u202A-\u202E\u2066-\u2069]/gu;

/** Removes them from a title or a notification, so that a name cannot change the direction of the words around it. */
export const stripBidiControls = (text: string): string => text.replace(BIDI_CONTROLS, '');
