import { PASSWORD_MIN_LENGTH } from '#contract/limits';
import { isCommonPassword } from '#shared/commonPasswords';

let list: Promise<ReadonlySet<string>> | undefined;

/**
 * True for a password that the server refuses as too common. Loads the server's list with the first one that is long
 * enough; without the list nothing is common, and the server decides.
 */
export async function isCommon(origin: string, password: string): Promise<boolean> {
  if (password.trim().length < PASSWORD_MIN_LENGTH) return false;
  list ??= loadList(origin).catch(() => {
    list = undefined;
    return new Set<string>();
  });
  return isCommonPassword(password, await list);
}

async function loadList(origin: string): Promise<ReadonlySet<string>> {
  const answer = await fetch(`${origin}/common-passwords.txt`);
  // Other servers answer with their page.
  const isList = answer.ok && answer.headers.get('content-type')?.startsWith('text/plain');
  return new Set(isList ? (await answer.text()).split('\n') : []);
}
