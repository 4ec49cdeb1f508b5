import type { ErrorCode } from './errors';
import { MESSAGE_MAX_LENGTH } from './limits';

/** What looks like nothing: white space, formatting characters, and letters that fonts leave blank. */
const INVISIBLE = /[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** NUL ends texts in places that come later; half of a surrogate pair is no character at all. */
const UNSENDABLE = /[\0\p{Surrogate}]/u;

/** How long a message is: code points, so that every letter of every script counts as one. */
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
  // In UTF-16 no text is shorter than in code points, so most are not counted.
  if (content.length > MESSAGE_MAX_LENGTH && lengthOf(content) > MESSAGE_MAX_LENGTH)
    return 'message_too_long';
  return null;
}
