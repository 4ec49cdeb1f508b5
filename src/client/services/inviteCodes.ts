import type { InviteCodes } from './types';

/** Invitation codes in memory, for as long as the page lives or the person is signed in. */
export function createInviteCodes(): InviteCodes {
  let codes = new Map<string, string>();
  const handlers = new Set<() => void>();
  return {
    keep(next) {
      codes = new Map(next.flatMap(({ familyId, code }) => (code === null ? [] : [[familyId, code]])));
      handlers.forEach((handler) => handler());
    },
    of: (familyId) => codes.get(familyId) ?? null,
    subscribe(handler) {
      handlers.add(handler);
      return () => handlers.delete(handler);
    },
  };
}
