import type { InviteCodes } from './types';

/** The page that joins a family; what follows is never sent to a server, so no log has it. */
const JOIN_ADDRESS = '/family-setup#code=';

/**
 * Invitation codes in memory, for as long as the page lives or the person is signed in.
 * @param given the code of the address by which the page was opened
 */
export function createInviteCodes(given: string | null): InviteCodes {
  let waiting = given;
  let codes = new Map<string, string>();
  const handlers = new Set<() => void>();
  return {
    keep(next) {
      codes = new Map(next.flatMap(({ familyId, code }) => (code === null ? [] : [[familyId, code]])));
      handlers.forEach((handler) => handler());
    },
    of: (familyId) => codes.get(familyId) ?? null,
    linkOf(familyId) {
      const code = codes.get(familyId);
      return code === undefined ? null : location.origin + JOIN_ADDRESS + encodeURIComponent(code);
    },
    given: () => waiting,
    forgetGiven() {
      waiting = null;
      handlers.forEach((handler) => handler());
    },
    subscribe(handler) {
      handlers.add(handler);
      return () => handlers.delete(handler);
    },
  };
}

/** Takes the code out of the page's address, so that it stays in no history; null when there is none. */
export function takeGivenCode(): string | null {
  const { pathname, hash, search } = location;
  if (pathname !== '/family-setup') return null;
  const code = new URLSearchParams(hash.slice(1)).get('code') ?? new URLSearchParams(search).get('code');
  if (code !== null) history.replaceState(history.state, '', pathname);
  return code || null;
}
