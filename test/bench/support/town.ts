import { systemClock, uuids } from '#server/clock';
import type { Database, Queries } from '#server/db/schema';
import { jwtTokens } from '#server/features/session/tokens';
import type { LatLng } from '#shared/geo';
import { CENTER } from './receiver';

export const SECRET = 'b7d1c0a9d8e7f6a5b4c3d2e1f0a9b8c7d6e5f4a3b2c1';

/** Every member is in one family. */
export interface TownSize {
  readonly families: number;
  readonly members: number;
  readonly fences: number;
}

export interface TestMember {
  readonly id: string;
  readonly familyId: string;
  readonly token: string;
}

/** Fills an empty store with members, families and geofences in one transaction. */
export function createTown(database: Database, size: TownSize): Promise<TestMember[]> {
  return database.transaction().execute(async (queries) => {
    const members: TestMember[] = [];
    for (let number = 0; number < size.families; number += 1)
      members.push(...(await createFamily(queries, size)));
    return members;
  });
}

async function createFamily(database: Queries, size: TownSize): Promise<TestMember[]> {
  const tokens = jwtTokens(SECRET, systemClock);
  const familyId = uuids.next();
  const family = { id: familyId, name: 'Home', invite_code: familyId, created_at: 0 };
  await database.insertInto('families').values(family).execute();
  const members: TestMember[] = [];
  for (let member = 0; member < size.members; member += 1) {
    const id = uuids.next();
    const account = { id, name: 'Ana', email: `${id}@example.com`, password_hash: 'none', created_at: 0 };
    const empty = { phone: null, profile_image: null, token_version: 0 };
    await database
      .insertInto('users')
      .values({ ...account, ...empty })
      .execute();
    const membership = { family_id: familyId, user_id: id, is_admin: 1, joined_at: 0 } as const;
    await database.insertInto('family_members').values(membership).execute();
    members.push({ id, familyId, token: await tokens.sign(id, 0) });
  }
  for (let number = 0; number < size.fences; number += 1)
    await database.insertInto('geofences').values(createFence(familyId, number)).execute();
  return members;
}

/** The geofences of a family are spread over the town. */
export function fenceCenter(number: number): LatLng {
  return {
    latitude: CENTER.latitude + ((number * 37) % 101) / 1_000,
    longitude: CENTER.longitude + ((number * 53) % 103) / 1_000,
  };
}

function createFence(familyId: string, number: number) {
  return {
    id: uuids.next(),
    family_id: familyId,
    name: 'Place',
    ...fenceCenter(number),
    radius: 100,
    revision: 1,
    notify_entry: 1,
    notify_exit: 1,
    created_by: null,
    created_at: number,
  } as const;
}
