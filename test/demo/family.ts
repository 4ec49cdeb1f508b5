import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PhoneApp } from '#contract/phones';
import { routes } from '#contract/routes';
import { MemberClient } from '../support/memberClient';
import type { TrackName } from '../support/tracks';

const FAMILY_NAME = 'The Marins';
const PASSWORD = 'sunny-days-ahead';

interface Person {
  readonly name: string;
  readonly email: string;
}

interface Outing {
  readonly track: TrackName;
  /** Offset into the track, after the minutes in which the recorder did not move. */
  readonly fromMs: number;
  /** What the member's phone sends with, as it does while it sleeps. */
  readonly app: PhoneApp;
}

/** The members who move, each with another app; two pairs are on the same recorded way, apart from each other. */
export const WALKERS: readonly (Person & Outing)[] = [
  { name: 'Luka', email: 'luka@kinmap.example', track: 'car', fromMs: 0, app: 'osmand' },
  { name: 'Mia', email: 'mia@kinmap.example', track: 'hike', fromMs: 723_000, app: 'overland' },
  { name: 'Grandpa Ivo', email: 'ivo@kinmap.example', track: 'lake', fromMs: 157_000, app: 'owntracks' },
  { name: 'Nina', email: 'nina@kinmap.example', track: 'car', fromMs: 250_000, app: 'colota' },
  { name: 'Grandma Vera', email: 'vera@kinmap.example', track: 'hike', fromMs: 4_000_000, app: 'gpslogger' },
];

/** The member whose sign-in the demo prints. */
const VIEWER: Person = { name: 'Ana', email: 'ana@kinmap.example' };

/** Position of the viewer, in the middle of the car's loop: the map opens there, and a phone's screen shows the whole loop. */
export const VIEWER_PLACE = { latitude: 45.27735, longitude: 13.71655 } as const;

/** Geofences of the family, both on the car's track. */
const PLACES = [
  { name: 'School', kind: 'school', latitude: 45.27632, longitude: 13.71979, radius: 150 },
  { name: 'Home', kind: 'home', ...VIEWER_PLACE, radius: 100 },
] as const;

export interface Walker extends Outing {
  readonly name: string;
  readonly member: MemberClient;
  /** Opens the path of the app. */
  readonly key: string;
}

export interface DemoFamily {
  readonly walkers: readonly Walker[];
  readonly viewer: MemberClient;
  readonly signIn: { readonly email: string; readonly password: string };
}

async function registered(origin: string, person: Person): Promise<MemberClient> {
  const member = new MemberClient(origin);
  await member.register({ ...person, password: PASSWORD });
  await member.call(routes.updateUser, {
    params: { id: member.user.id },
    body: { profileImage: portraitOf(person), phone: '+385 91 234 5678', sharesPhone: true },
  });
  return member;
}

/** An illustrated picture of the person, drawn by drawPortraits.ts. */
function portraitOf({ email }: Person): string {
  const file = join(import.meta.dirname, 'portraits', `${email.split('@')[0]}.png`);
  return `data:image/png;base64,${readFileSync(file, 'base64')}`;
}

/** Registers all members, creates their family and geofences, and connects those who move. */
export async function createDemoFamily(origin: string): Promise<DemoFamily> {
  const viewer = await registered(origin, VIEWER);
  const { id: familyId, inviteCode } = await viewer.createFamily(FAMILY_NAME);
  if (inviteCode === null) throw new Error('The server gave no invitation code for the new family');
  for (const place of PLACES) await viewer.createGeofence({ familyId, ...place });
  const walkers = await Promise.all(
    WALKERS.map(async ({ name, email, ...outing }) => {
      const member = await registered(origin, { name, email });
      await member.joinFamily(inviteCode);
      await member.connect();
      const body = { name: 'Phone', app: outing.app };
      const { key } = await member.call(routes.addPhone, { body });
      return { name, ...outing, member, key };
    }),
  );
  // The family is not new.
  await viewer.clearAlerts();
  return { walkers, viewer, signIn: { email: VIEWER.email, password: PASSWORD } };
}
