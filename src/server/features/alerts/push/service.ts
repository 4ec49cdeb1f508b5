import type { PushDevice, PushDeviceInput } from '#contract/notifications';
import type { Clock, Ids } from '#server/clock';
import type { PushDeviceRow } from '#server/db/schema';
import { DomainError } from '#server/domainError';
import type { SignedIn } from '#server/signedIn';
import { isPublicPoint } from '#server/vapidKey';
import type { DeliveryRepository } from '../deliveries/repository';
import { receiptHash, sendTest } from './channel';
import { isPushService } from './pushServices';
import type { PushDeviceRepository } from './repository';
import type { SendPush } from './webPush';

/** The browsers of a person that get pushes. */
export interface PushService {
  /** @returns no key where push is not set up */
  status(
    user: SignedIn,
  ): Promise<{ available: boolean; publicKey: string | null; devices: PushDevice[]; removed: boolean }>;
  /**
   * Adds the caller's browser, or renews it.
   * @param origin of the pages on it
   * @throws DomainError for a push service that is not known, or a subscription for another key
   */
  save(user: SignedIn, device: PushDeviceInput, origin: string): Promise<{ id: string }>;
  /** Ends pushes to a browser, which then does not register again by itself. */
  remove(userId: string, id: string): Promise<void>;
  /** Sends a push now. @throws DomainError when the push service does not take it */
  test(userId: string, id: string): Promise<void>;
  /** A device says that it has got a push. Says nothing about unknown receipts. */
  confirm(receipt: string, isShown: boolean): Promise<void>;
}

/** What is needed to send pushes. */
export interface PushSetup {
  readonly publicKey: string;
  readonly send: SendPush;
  /** Origins of push services besides the known ones. */
  readonly otherServices: readonly string[];
}

export interface PushDeps {
  devices: PushDeviceRepository;
  /** Runs the work on repositories inside one transaction. */
  inTransaction<Result>(
    work: (stored: { devices: PushDeviceRepository; deliveries: DeliveryRepository }) => Promise<Result>,
  ): Promise<Result>;
  /** Undefined where push is not set up. */
  setup: PushSetup | undefined;
  /** A device has got the push of a notice. */
  onConfirmed(noticeId: string): void;
  clock: Clock;
  ids: Ids;
}

/** @see PushService */
export function pushService({
  devices,
  inTransaction,
  setup,
  onConfirmed,
  clock,
  ids,
}: PushDeps): PushService {
  function available(): PushSetup {
    if (!setup) throw new DomainError('push_unavailable');
    return setup;
  }
  const remove = (userId: string, id: string) => inTransaction((stored) => stored.devices.remove(userId, id));

  return {
    async status({ userId, sessionId }) {
      const [rows, removed] = await Promise.all([devices.list(userId), devices.isRemoved(sessionId)]);
      return {
        available: setup !== undefined,
        publicKey: setup?.publicKey ?? null,
        devices: rows.map(asDevice),
        removed,
      };
    },
    async save({ userId, sessionId }, { endpoint, keys, publicKey, name }, origin) {
      const { otherServices, publicKey: ownKey } = available();
      if (!isPushService(endpoint, otherServices)) throw new DomainError('push_service_unknown');
      if (publicKey !== ownKey) throw new DomainError('push_key_changed');
      // Otherwise every push to it would fail and be tried again.
      if (!isPublicPoint(keys.p256dh)) throw new DomainError('push_fields_required');
      const now = clock.now();
      const whose = { user_id: userId, session_id: sessionId, created_at: now, seen_at: now };
      const row = { id: ids.next(), ...whose, endpoint, ...keys, origin, name };
      return { id: await inTransaction((stored) => saveInSession(stored.devices, row)) };
    },
    async remove(userId, id) {
      const isRemoved = await inTransaction((stored) =>
        removeForOwner(stored.devices, userId, id, clock.now()),
      );
      if (!isRemoved) throw new DomainError('push_device_not_found');
    },
    async test(userId, id) {
      const device = await devices.byId(id);
      if (device?.user_id !== userId) throw new DomainError('push_device_not_found');
      const { send } = available();
      const { kind } = await sendTest(send, device);
      if (kind === 'gone') await remove(userId, id);
      if (kind === 'gone') throw new DomainError('push_device_not_found');
      if (kind !== 'accepted') throw new DomainError('push_not_accepted');
    },
    async confirm(receipt, isShown) {
      const noticeId = await inTransaction(({ deliveries }) =>
        deliveries.confirm(receiptHash(receipt), isShown, clock.now()),
      );
      if (noticeId !== undefined) onConfirmed(noticeId);
    },
  };
}

/** Stores a device, inside a transaction. @throws DomainError 401 when its session, and with it its devices, has just gone */
async function saveInSession(devices: PushDeviceRepository, device: PushDeviceRow): Promise<string> {
  if (!(await devices.isOpen(device.session_id))) throw new DomainError('not_signed_in');
  await devices.forgetRemoval(device.session_id);
  return devices.save(device);
}

/** Removes a device inside a transaction, so that it does not register again by itself. @returns false when there is none */
async function removeForOwner(devices: PushDeviceRepository, userId: string, id: string, now: number) {
  await devices.noteRemoval(userId, id, now);
  return devices.remove(userId, id);
}

const asDevice = ({ id, name, seen_at }: PushDeviceRow): PushDevice => ({
  id,
  name,
  seenAt: new Date(seen_at).toISOString(),
});
