import * as z from 'zod/mini';
import { Family } from '#contract/families';
import { Geofence } from '#contract/geofences';
import { Location } from '#contract/locations';
import { User } from '#contract/session';
import type { OfflineSnapshot, OfflineCache, Storage } from './types';

const KEY = 'lastSeen';
const Kept = z.object({
  user: User,
  families: z.array(Family),
  locations: z.array(Location),
  geofences: z.array(Geofence),
});

/** What the map showed last, on this device; anything there that is not what we wrote is nothing. */
export function createOfflineCache(storage: Pick<Storage, 'get' | 'set' | 'remove'>): OfflineCache {
  return {
    read() {
      const kept = z.safeParse(Kept, parsed(storage.get(KEY)));
      if (!kept.success) return null;
      const families = kept.data.families.map(({ inviteCode: _secret, ...family }) => family);
      return { ...kept.data, families };
    },
    keep: (seen: OfflineSnapshot) => storage.set(KEY, JSON.stringify(seen)),
    forget: () => storage.remove(KEY),
  };
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
