/** A rectangle in CSS pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Half of a member's pin, in CSS pixels (member-pin.css). */
export const PIN_PX = 25;
/** A line of a label, in CSS pixels. */
export const LINE_PX = 18;
/** From the edge of a pin to the far edge of its label, without its line. */
const LABEL_GAP_PX = 8;

/** The text size of the browser's settings in multiples of the usual one, for what is laid out on the map in pixels. */
export const textScale = (): number =>
  (parseFloat(getComputedStyle(document.documentElement).fontSize) || 16) / 16;

/** The width of the window that has room for labels of the usual size; for larger ones it is wider (tokens.css: --text-map). */
const USUAL_WIDTH_PX = 300;

/** The same for labels of markers, which grow only as far as the window has room. */
export const mapTextScale = (): number => Math.min(textScale(), Math.max(1, innerWidth / USUAL_WIDTH_PX));

/** From the edge of a pin to the far edge of its label, in CSS pixels. @param scale of the text */
export const labelHeight = (scale: number): number => LINE_PX * scale + LABEL_GAP_PX;

/** The width of a letter and the padding of a label, roughly. */
const LETTER_PX = 7;
const PADDING_PX = 18;

/** The width of a label, in CSS pixels. @param extra in the line, besides letters */
export const labelWidth = (text: string, scale: number, extra = 0): number =>
  (text.length * LETTER_PX + extra) * scale + PADDING_PX;

export const doOverlap = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
