import type { ErrorCode } from './errors';
import { MESSAGE_MAX_LENGTH } from './limits';

/** Characters that are not drawn: white space, format characters, and letters that fonts leave blank. */
const INVISIBLE = /[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** PostgreSQL stores no NUL, and a lone surrogate is not a character. */
const UNSENDABLE = /[\0\p{Surrogate}]/u;

/** Length of a message in code points, so that a letter of any script counts as one. */
export function lengthOf(content: string): number {
  return Array.from(content).length;
}

/**
 * Why a message cannot be sent; null when it can. Not a schema, because the composer checks every keystroke.
 * @param content trimmed
 */
export function problemWithMessage(content: string): ErrorCode | null {
  if (content.replace(INVISIBLE, '') === '') return 'message_empty';
  if (UNSENDABLE.test(content)) return 'message_character_invalid';
  // The number of UTF-16 units is never smaller, so code points are counted only for long texts.
  if (content.length > MESSAGE_MAX_LENGTH && lengthOf(content) > MESSAGE_MAX_LENGTH)
    return 'message_too_long';
  return null;
}
