import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { systemClock, uuids } from '#server/clock';
import { readConfig } from '#server/config';
import type { Database, Queries } from '#server/db/schema';
import { openStore } from '#server/db/store';
import { jwtTokens } from '#server/features/session/tokens';
import type { Publisher } from '#server/publisher';
import { type DomainServices, createDomainServices } from '#server/domainServices';
import type { LatLng } from '#shared/geo';
import { PLACE } from './reception';

/** Everybody's. */
export const PASSWORD = 'correct horse battery';
export const SECRET = 'b7d1c0a9d8e7f6a5b4c3d2e1f0a9b8c7d6e5f4a3b2c1';

/** How many of what. Everybody is in one family. */
export interface TownSize {
  readonly families: number;
  readonly members: number;
  readonly fences: number;
}

/** Somebody of the town. */
export interface Citizen {
  readonly id: string;
  readonly familyId: string;
  readonly token: string;
}

/** Settles people, families and geofences into an empty store, as the services would, but in one transaction. */
export function settle(database: Database, size: TownSize, passwordHash = 'none'): Promise<Citizen[]> {
  return database.transaction().execute((queries) => settleWithin(queries, size, passwordHash));
}

async function settleWithin(database: Queries, size: TownSize, passwordHash: string): Promise<Citizen[]> {
  const tokens = jwtTokens(SECRET, systemClock);
  const citizens: Citizen[] = [];
  for (let number = 0; number < size.families; number += 1) {
    const familyId = uuids.next();
    const family = { id: familyId, name: 'Home', invite_code: familyId, created_at: 0 };
    await database.insertInto('families').values(family).execute();
    for (let member = 0; member < size.members; member += 1) {
      const id = uuids.next();
      await database
        .insertInto('users')
        .values({
          id,
          name: 'Ana',
          email: `${id}@example.com`,
          phone: null,
          profile_image: null,
          password_hash: passwordHash,
          token_version: 0,
          created_at: 0,
        })
        .execute();
      const membership = { family_id: familyId, user_id: id, is_admin: 1, joined_at: 0 } as const;
      await database.insertInto('family_members').values(membership).execute();
      citizens.push({ id, familyId, token: await tokens.sign(id, 0) });
    }
    for (let fence = 0; fence < size.fences; fence += 1)
      await database.insertInto('geofences').values(aFence(familyId, fence)).execute();
  }
  return citizens;
}

/** Where a family's places are, spread over the town. */
export function placeOfFence(number: number): LatLng {
  return {
    latitude: PLACE.latitude + ((number * 37) % 101) / 1_000,
    longitude: PLACE.longitude + ((number * 53) % 103) / 1_000,
  };
}

/** One of the places of a family. */
function aFence(familyId: string, number: number) {
  return {
    id: uuids.next(),
    family_id: familyId,
    name: 'Place',
    ...placeOfFence(number),
    radius: 100,
    revision: 1,
    notify_entry: 1,
    notify_exit: 1,
    created_by: null,
    created_at: number,
  } as const;
}

/** Nobody listens here, whatever is said. */
const silence: Publisher = new Proxy({} as Publisher, { get: () => () => false });

export interface Town {
  readonly database: Database;
  readonly services: DomainServices;
  readonly citizens: readonly Citizen[];
  readonly folder: string;
  remove(): Promise<void>;
}

/**
 * The services on a new store in this process, without doors.
 * @param databaseUrl of an empty PostgreSQL database; a new file unless given
 */
export async function aTown(size: TownSize, databaseUrl?: string): Promise<Town> {
  const folder = mkdtempSync(join(tmpdir(), 'kinmap-bench-'));
  const settings = readConfig({ DATA_DIR: folder, DATABASE_URL: databaseUrl, RATE_LIMITS: 'off' });
  if ('problems' in settings) throw new Error(settings.problems.join('\n'));
  const database = await openStore(settings.config);
  const passwords = { hash: async (text: string) => text, verify: async () => true, isOutdated: () => false };
  const { config } = settings;
  const deps = { config, database, secret: SECRET, clock: systemClock, ids: uuids, passwords };
  const services = await createDomainServices(deps, silence, Fastify({ logger: false }).log);
  const citizens = await settle(database, size);
  return {
    database,
    services,
    citizens,
    folder,
    async remove() {
      await database.destroy();
      rmSync(folder, { recursive: true });
    },
  };
}
