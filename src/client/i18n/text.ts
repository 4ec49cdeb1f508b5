import { i18n } from '@lingui/core';
import { compileMessage } from './compileMessage';

/** What a message's placeholders stand for. */
export type TextValues = Readonly<Record<string, string | number | undefined>>;

/** The same function, which computes each result once: a page shows few messages, and each of them often. */
const memoized = <Result>(compute: (message: string) => Result) => {
  const known: Record<string, Result> = {};
  return (message: string): Result => (known[message] ??= compute(message));
};

i18n.setMessagesCompiler(memoized(compileMessage));
i18n.loadAndActivate({ locale: 'en', messages: {} });

/** Stands for a backslash in values, because Lingui decodes `\\u0041` in the finished text, also in what people write. */
const BACKSLASH = '\uE001';

/**
 * The text of a message in the language of the page. A message is its English text in ICU MessageFormat; other languages
 * have theirs under its id.
 */
export function t(message: string, values?: TextValues): string {
  if (!values) return i18n._(messageId(message), undefined, { message });
  const safe = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.replaceAll('\\', BACKSLASH) : value,
  ]);
  return i18n._(messageId(message), Object.fromEntries(safe), { message }).replaceAll(BACKSLASH, '\\');
}

/** A short id, the same in every build, so that the catalogs of other languages need not hold the English texts. */
export const messageId = memoized((message) => {
  let hash = 0;
  for (const character of message) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
  return hash.toString(36);
});
