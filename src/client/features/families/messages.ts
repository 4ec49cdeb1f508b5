/** The first word of a name, where the whole name would be too long. */
export const firstName = (name: string): string => name.trim().split(/\s+/u)[0] ?? name;

/** An invitation code in groups, which are easier to read out; spaces and hyphens do not count when joining. */
export const formatInviteCode = (code: string): string =>
  code.length === 10 ? `${code.slice(0, 5)}-${code.slice(5)}` : code;
