import * as z from 'zod/mini';
import { Family } from '#contract/families';
import { Geofence } from '#contract/geofences';
import { Location } from '#contract/locations';
import { User } from '#contract/session';
import type { Storage } from './storage';

/** The last content of the map, for a start without a network. Invitation codes are left out. */
export interface OfflineSnapshot {
  /** Epoch milliseconds. */
  savedAt: number;
  user: User;
  families: Omit<Family, 'inviteCode'>[];
  /** The family that the map shows; null for none. */
  selectedFamilyId?: string | null | undefined;
  locations: Location[];
  geofences: Geofence[];
}

export interface OfflineCache {
  /** null when there is no snapshot, or it cannot be read. */
  read(): OfflineSnapshot | null;
  save(snapshot: OfflineSnapshot): void;
  clear(): void;
}

const KEY = 'lastSeen';
const Snapshot = z.object({
  savedAt: z.number(),
  user: User,
  families: z.array(Family),
  selectedFamilyId: z.optional(z.nullable(z.string())),
  locations: z.array(Location),
  geofences: z.array(Geofence),
});

/** Stores the snapshot of one user on this device; malformed data counts as none. */
export function createOfflineCache(storage: Pick<Storage, 'get' | 'set' | 'remove'>): OfflineCache {
  return {
    read() {
      const snapshot = z.safeParse(Snapshot, parseJson(storage.get(KEY)));
      if (!snapshot.success) return null;
      const families = snapshot.data.families.map(({ inviteCode: _secret, ...family }) => family);
      return { ...snapshot.data, families };
    },
    save: (snapshot) => storage.set(KEY, JSON.stringify(snapshot)),
    clear: () => storage.remove(KEY),
  };
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
