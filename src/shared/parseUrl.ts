/**
 * A text as an address, or null if it is none. Safari 16 and Chrome 119 have neither `URL.canParse` nor `URL.parse`.
 * @param base for addresses that are relative to it
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
