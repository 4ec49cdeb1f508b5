import { Phone } from '../support/phone';
import type { TrackName } from '../support/tracks';

/** The family that one meets in the demo. */

const FAMILY_NAME = 'The Marins';
const PASSWORD = 'sunny-days-ahead';

interface Person {
  readonly name: string;
  readonly email: string;
}

/** Those who move, each along one recorded track. */
const WALKERS: readonly (Person & { readonly track: TrackName })[] = [
  { name: 'Luka', email: 'luka@kinmap.example', track: 'car' },
  { name: 'Mia', email: 'mia@kinmap.example', track: 'hike' },
  { name: 'Grandpa Ivo', email: 'ivo@kinmap.example', track: 'lake' },
];

/** The one whose eyes the newcomer borrows. */
const VIEWER: Person = { name: 'Ana', email: 'ana@kinmap.example' };

/**
 * Where the viewer's phone is: beside the road that the car takes, in the middle of its loop. The map opens on one's
 * own place, and a phone's screen shows the whole loop from there.
 */
export const VIEWER_PLACE = { latitude: 45.27735, longitude: 13.71655 } as const;

export interface Walker {
  readonly name: string;
  readonly track: TrackName;
  readonly phone: Phone;
}

export interface DemoFamily {
  readonly walkers: readonly Walker[];
  readonly viewer: Phone;
  readonly signIn: { readonly email: string; readonly password: string };
}

async function registered(origin: string, { name, email }: Person): Promise<Phone> {
  const phone = new Phone(origin);
  await phone.register({ name, email, password: PASSWORD });
  return phone;
}

/** Registers everyone, brings them into one family and connects those who move. */
export async function gatherFamily(origin: string): Promise<DemoFamily> {
  const viewer = await registered(origin, VIEWER);
  const { inviteCode } = await viewer.createFamily(FAMILY_NAME);
  if (inviteCode === null) throw new Error('The server gave no invitation code for the new family');
  const walkers = await Promise.all(
    WALKERS.map(async (person) => {
      const phone = await registered(origin, person);
      await phone.joinFamily(inviteCode);
      await phone.connect();
      return { name: person.name, track: person.track, phone };
    }),
  );
  return { walkers, viewer, signIn: { email: VIEWER.email, password: PASSWORD } };
}
