import { EARTH_RADIUS_M } from '#contract/limits';
import { Geofence } from '#contract/geofences';
import { parseAnswer, type Person } from './people';
import type { TestSocket } from './socket';

const DEGREE = (EARTH_RADIUS_M * Math.PI) / 180;

/** Where the geofences of these tests are. */
export const SCHOOL = { latitude: 46.05, longitude: 14.5 };

/** A new geofence at the school, or elsewhere. */
export async function createGeofence(
  person: Person,
  familyId: string,
  fields: object = {},
): Promise<Geofence> {
  const body = { name: 'School', ...SCHOOL, radius: 100, familyId, ...fields };
  return parseAnswer(Geofence, await person.call('POST', '/api/geofences', body), 201);
}

/** A member who walks, with a fix every 20 s of the last ten minutes. */
export interface Walker {
  /** Time of the last fix. */
  readonly at: string;
  /** Sends fixes so many metres north of the school, each acknowledged before the next. */
  to(...metres: number[]): Promise<void>;
  /** Skips time without a fix. */
  wait(seconds: number): void;
  /** Sends any payload as a position. @returns the acknowledgement */
  send(fix: object): Promise<unknown>;
}

/** So that crossings of walks of up to 30 fixes are news. */
const WALK_MS = 10 * 60_000;

/** @param tab socket of the walker; @param start first fix after this moment, epoch milliseconds */
export function createWalker(tab: TestSocket, start = Date.now() - WALK_MS): Walker {
  let at = start;
  const time = (): string => new Date(at).toISOString();
  return {
    get at() {
      return time();
    },
    async to(...metres) {
      for (const north of metres) {
        at += 20_000;
        const latitude = SCHOOL.latitude + north / DEGREE;
        const fix = { latitude, longitude: SCHOOL.longitude, accuracy: 8, timestamp: time() };
        expect(await tab.send('location:update', fix)).toEqual({ ok: true });
      }
    },
    wait(seconds) {
      at += seconds * 1_000;
    },
    send: (fix) => tab.send('location:update', fix),
  };
}

/** The crossings a socket has received, as `[entered or exited, name]`. */
export function receivedCrossings({ received }: TestSocket): [string, string][] {
  return received.flatMap(([event, payload]): [string, string][] =>
    event.startsWith('geofence:')
      ? [[event.slice('geofence:'.length), (payload as { geofenceName: string }).geofenceName]]
      : [],
  );
}
