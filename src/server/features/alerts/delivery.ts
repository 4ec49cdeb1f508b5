import { ALERT_KEPT_MS, INBOX_KEPT_MS } from '#contract/limits';
import type { Clock } from '#server/clock';
import type { Publisher } from '#server/publisher';
import type { Visibility } from '#server/features/families/visibility';
import { asInboxAlert } from './inbox/inboxAlert';
import { deliveryQueue } from './deliveryQueue';
import { type Delivery, deliveryKey } from './deviceTurns';
import { EVENT_OF, type Notice } from './notice';
import type { AlertRepository } from './repository';

/** Delivers stored alerts to each device of their recipients: at once to connected ones, to the others when they connect. */
export interface AlertDelivery {
  /** Sends alerts that have just been stored, without waiting. */
  send(notices: readonly Notice[]): void;
  /**
   * Sends the alerts of the last day that devices of a person have not received, unless the person has read them.
   * @param deviceId of the device that has just connected; without it all that are connected to this process
   */
  sendWaiting(userId: string, deviceId?: string): Promise<void>;
  /** Deletes expired alerts. */
  deleteExpired(): Promise<void>;
  /** For the end: those that wait stay stored. Resolves when no delivery is in progress. */
  stop(): Promise<void>;
}

export interface DeliveryDeps {
  alerts: AlertRepository;
  visibility: Visibility;
  /** Runs the work on a repository inside one transaction. */
  inTransaction<Result>(work: (alerts: AlertRepository) => Promise<Result>): Promise<Result>;
  publisher: Publisher;
  /** A device has received an SOS, or displayed it. */
  onSosReached(noticeId: string): void;
  /** Starts sending to closed pages. */
  sendDue(): void;
  clock: Clock;
  /** Receives errors that no caller waits for. */
  onError(error: unknown): void;
}

/** @see AlertDelivery */
export function alertDelivery(deps: DeliveryDeps): AlertDelivery {
  const { alerts, inTransaction, publisher, sendDue, clock, onError } = deps;
  const queue = deliveryQueue({
    deliver: (delivery) => deliver(deps, delivery),
    async onUndelivered({ notice: { recipientId }, deviceId }) {
      // Sockets that opened during the delivery did not get the alert.
      if (publisher.connectedDevices(recipientId).includes(deviceId))
        await sendToDevice(recipientId, deviceId);
    },
    onlyVisible: (recipientId, waiting) =>
      publisher.readAudience(() => onlyVisible(deps, recipientId, waiting)),
    onError,
  });

  async function sendToDevice(userId: string, deviceId: string): Promise<void> {
    // Alerts acknowledged during the query are still in its result.
    const before = new Set(queue.keys);
    const waiting = await publisher.readAudience(() =>
      alerts.waitingFor(userId, deviceId, clock.now() - ALERT_KEPT_MS),
    );
    const deliveries = waiting.map((notice): Delivery => ({ notice, deviceId }));
    queue.addWaiting(
      deliveries.filter((delivery) => {
        const key = deliveryKey(delivery);
        return !before.has(key) && !queue.keys.has(key);
      }),
    );
  }

  return {
    send(notices) {
      queue.addNew(
        notices.filter(({ isLate }) => !isLate).flatMap((notice) => toConnected(notice, publisher)),
      );
      for (const notice of notices.filter(({ isLate }) => isLate))
        publisher.alertRecorded(
          notice.recipientId,
          asInboxAlert({ ...notice, createdAt: clock.now(), isRead: false }),
        );
      publisher.alertsWait(notices.map(({ recipientId }) => recipientId));
      sendDue();
    },
    async sendWaiting(userId, deviceId) {
      const devices = deviceId === undefined ? publisher.connectedDevices(userId) : [deviceId];
      await Promise.all(devices.map((device) => sendToDevice(userId, device)));
    },
    deleteExpired: () => inTransaction((stored) => stored.deleteBefore(clock.now() - INBOX_KEPT_MS)),
    stop: queue.stop,
  };
}

/** Sends a notice to one device. @returns whether it has arrived */
async function deliver(
  { publisher, inTransaction, onSosReached, clock, onError }: DeliveryDeps,
  { notice, deviceId }: Delivery,
): Promise<boolean> {
  const reportSosReached = () => {
    if (notice.kind === 'sos') onSosReached(notice.id);
  };
  const hasArrived = await publisher.deliver(
    notice.recipientId,
    deviceId,
    EVENT_OF[notice.kind],
    payloadOf(notice),
    () =>
      void inTransaction((stored) => stored.markShown(notice.id, deviceId, clock.now()))
        .then(reportSosReached)
        .catch(onError),
  );
  if (hasArrived) {
    await inTransaction((stored) => stored.acknowledge(notice.id, deviceId, clock.now()));
    reportSosReached();
  }
  return hasArrived;
}

function toConnected(notice: Notice, { connectedDevices }: Publisher): Delivery[] {
  return (
    connectedDevices(notice.recipientId)
      // Clients that name no device can neither answer nor end a call.
      .filter((deviceId) => deviceId !== '' || !notice.isRepeat)
      .map((deviceId) => ({ notice, deviceId }))
  );
}

/** The alerts that may still be sent to a device, although they have waited. */
async function onlyVisible(
  { visibility, publisher }: Pick<DeliveryDeps, 'visibility' | 'publisher'>,
  recipientId: string,
  waiting: readonly Delivery[],
): Promise<Delivery[]> {
  // Those for a device that is offline stay stored, and go out after any SOS when it connects.
  const connected = publisher.connectedDevices(recipientId);
  const [families, viewers] = await Promise.all([
    visibility.familiesOf(recipientId),
    visibility.viewersOf(recipientId),
  ]);
  // A call for help stays when the caller has left or was removed since.
  const familiesFor = ({ kind, subjectId }: Notice) =>
    kind === 'sos' || subjectId === recipientId ? families : (viewers.get(subjectId) ?? []);
  return waiting.filter(
    ({ notice, deviceId }) =>
      connected.includes(deviceId) && familiesFor(notice).some((id) => notice.familyIds.includes(id)),
  );
}

/** The payload of the event, which names the alert in the recipient's inbox. */
function payloadOf({ id, payload }: Notice): DeliveredPayload {
  return { ...payload, alertId: id };
}

type DeliveredPayload = Notice['payload'] & { alertId: string };
