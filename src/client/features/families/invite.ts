/** An invitation code in groups, which are easier to read out; spaces and hyphens do not count when joining. */
export function inGroups(code: string): string {
  return code.length === 10 ? `${code.slice(0, 5)}-${code.slice(5)}` : code;
}
