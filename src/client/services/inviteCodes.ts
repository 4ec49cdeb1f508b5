/**
 * The invitation codes of the user's families. They are secrets, so they are kept out of the store and of action logs,
 * which are exported.
 */
export interface InviteCodes {
  /** Replaces all codes. */
  replaceAll(codes: { familyId: string; code: string | null }[]): void;
  get(familyId: string): string | null;
  /** The invitation link of a family; null while its code is unknown. */
  getLink(familyId: string): string | null;
  /** The code of the invitation link that opened the page, until it is used. */
  getPending(): string | null;
  clearPending(): void;
  /** Calls back after every change. */
  subscribe(handler: () => void): () => void;
}

/** The code is in the fragment, which browsers never send to a server. */
const JOIN_PATH = '/family-setup#code=';

/** Keeps invitation codes in memory only. */
export function createInviteCodes(): InviteCodes {
  let pending = takeCodeFromUrl();
  let codes = new Map<string, string>();
  const handlers = new Set<() => void>();
  return {
    replaceAll(next) {
      codes = new Map(next.flatMap(({ familyId, code }) => (code === null ? [] : [[familyId, code]])));
      handlers.forEach((handler) => handler());
    },
    get: (familyId) => codes.get(familyId) ?? null,
    getLink(familyId) {
      const code = codes.get(familyId);
      return code === undefined ? null : location.origin + JOIN_PATH + encodeURIComponent(code);
    },
    getPending: () => pending,
    clearPending() {
      pending = null;
      handlers.forEach((handler) => handler());
    },
    subscribe(handler) {
      handlers.add(handler);
      return () => handlers.delete(handler);
    },
  };
}

/** Returns the code in the page's URL and removes it, so that the browser's history does not contain it. */
function takeCodeFromUrl(): string | null {
  const { pathname, hash, search } = location;
  if (pathname !== '/family-setup') return null;
  const code = new URLSearchParams(hash.slice(1)).get('code') ?? new URLSearchParams(search).get('code');
  if (code !== null) history.replaceState(history.state, '', pathname);
  return code || null;
}
