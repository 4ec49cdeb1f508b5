/** The product's name with or without digits and signs after it, an obvious guess here. */
const OWN_NAME = /^(kinmap)+[\d\W_]*$/u;

/**
 * True for a common password; upper case and surrounding spaces make no difference.
 * @param common passwords in lower case
 */
export function isCommonPassword(password: string, common: ReadonlySet<string>): boolean {
  const small = password.trim().toLowerCase();
  return common.has(small) || OWN_NAME.test(small);
}
