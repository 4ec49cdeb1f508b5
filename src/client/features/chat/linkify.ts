import { parseUrl } from '#shared/parseUrl';

/** A stretch of a message: plain text, or an address that can be opened. */
export type TextSegment = { text: string; href: string | null };

/**
 * Addresses end at white space, quotes, brackets and at characters that steer or hide: what is opened is what one sees.
 */
const ADDRESS = /https?:\/\/[^\s<>"'`“”„‘’«»\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]+/giu;
/** Punctuation that belongs to the sentence when it is at the end of an address. */
const TRAILING = /[.,;:!?*_~)\]}’”»…]+$/u;

/** Splits a message at its addresses. Only http and https, and none that carries a name or password before its host. */
export function linkify(content: string): TextSegment[] {
  const parts: TextSegment[] = [];
  let end = 0;
  for (const { 0: found, index } of content.matchAll(ADDRESS)) {
    const address = trimmed(found);
    const href = safeAddress(address);
    if (href === null) continue;
    if (index > end) parts.push({ text: content.slice(end, index), href: null });
    parts.push({ text: address, href });
    end = index + address.length;
  }
  if (end < content.length) parts.push({ text: content.slice(end), href: null });
  return parts;
}

/** Without closing signs, but with a bracket that was opened inside. */
function trimmed(found: string): string {
  const address = found.replace(TRAILING, '');
  const rest = found.slice(address.length);
  return rest.startsWith(')') && address.includes('(') ? `${address})` : address;
}

function safeAddress(address: string): string | null {
  const url = parseUrl(address);
  if (!url) return null;
  const { protocol, username, password, href } = url;
  const isWeb = protocol === 'http:' || protocol === 'https:';
  return isWeb && username === '' && password === '' ? href : null;
}
