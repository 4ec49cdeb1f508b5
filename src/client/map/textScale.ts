/** The text size of the browser's settings in multiples of the usual one, for what is laid out on the map in pixels. */
export const textScale = (): number =>
  (parseFloat(getComputedStyle(document.documentElement).fontSize) || 16) / 16;
