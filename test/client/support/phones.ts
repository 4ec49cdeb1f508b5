import type { Phone } from '#contract/phones';

/** Nothing but the key and the tickets of this may connect a phone; no state and no action may hold them. */
export const KEY = 'kp7h2m9q4t6v8x0z1b3d5f7g9jkc';
export const TICKET = '3v8n0q5t2x7z1b4d6f9g0h2j4k';

export function createPhone(change: Partial<Phone> = {}): Phone {
  return {
    id: 'p1',
    name: 'Pixel',
    app: 'owntracks',
    isPrimary: true,
    seesFamily: true,
    getsPlaces: true,
    createdAt: '2026-05-01T11:00:00.000Z',
    lastSeenAt: null,
    lastFixAt: null,
    lastAccuracy: null,
    lastError: null,
    lastErrorAt: null,
    droppedFixes: 0,
    droppedAt: null,
    battery: null,
    charging: null,
    connection: null,
    appVersion: null,
    hints: [],
    ...change,
  };
}
