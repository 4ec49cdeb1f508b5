import type { DeliveryEntry } from '#contract/notifications';
import { routes } from '#contract/routes';
import { eventually } from '../support/eventually';
import { MemberClient } from '../support/memberClient';
import { PASSWORD } from './people';

const SCHOOL = { latitude: 46.05, longitude: 14.5 };

/** Ana, whose browser gets pushes, and Ben, whose phone triggers them. */
export interface PushFamily {
  /** Calls as Ana, beside her browser. */
  readonly ana: MemberClient;
  readonly ben: MemberClient;
  /** Ben writes, comes to the school, and calls for help. */
  triggerNotifications(): Promise<void>;
  writeAsBen(content: string): Promise<void>;
  /** Resolves to Ana's deliveries of each kind, once as many as these have an outcome. */
  outcomes(count: number): Promise<Record<string, string>>;
}

/** Creates the family; Ana wants to know when Ben arrives. */
export async function createPushFamily(origin: string): Promise<PushFamily> {
  const [ana, ben] = [new MemberClient(origin), new MemberClient(origin)];
  await ana.register({ name: 'Ana', email: 'ana@example.si', password: PASSWORD });
  const { id: familyId, inviteCode } = await ana.createFamily('The Novaks');
  await ben.register({ name: 'Ben', email: 'ben@example.si', password: PASSWORD });
  await ben.joinFamily(inviteCode ?? '');
  await ana.clearAlerts();
  await ben.createGeofence({ name: 'School', ...SCHOOL, radius: 100, familyId });
  await ana.call(routes.setPreference, {
    params: { userId: ben.user.id },
    body: { notifyArrival: true, notifyDeparture: false },
  });
  await ben.connect();

  const write = async (content: string) => void (await ben.write({ familyId, content }));
  async function arrive(): Promise<void> {
    for (const north of [0.005, 0.004, 0, 0])
      await ben.share({
        latitude: SCHOOL.latitude + north,
        longitude: SCHOOL.longitude,
        accuracy: 8,
        timestamp: new Date().toISOString(),
      });
  }
  return {
    ana,
    ben,
    writeAsBen: write,
    async triggerNotifications() {
      await write('Hello from Ben');
      await arrive();
      await ben.callForHelp({ ...SCHOOL, message: 'Flat tyre' });
    },
    async outcomes(count) {
      const isOver = ({ state }: DeliveryEntry) => state !== 'waiting' && state !== 'handedOver';
      const log = await eventually(
        () => ana.call(routes.listDeliveries),
        (entries) => entries.filter(isOver).length >= count,
      );
      return Object.fromEntries(log.map(({ kind, state }) => [kind, state]));
    },
  };
}
