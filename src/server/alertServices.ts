import type { Clock, Ids } from './clock';
import type { Config } from './config';
import type { Database, DeliveryRow, Queries } from './db/schema';
import type { TransactionsOn } from './db/transactions';
import { announcedAlerts } from './features/alerts/deliveries/announcements';
import { dispatcher } from './features/alerts/deliveries/dispatch';
import { readOutgoing } from './features/alerts/deliveries/outgoing';
import { deliveryRepository } from './features/alerts/deliveries/repository';
import { type DeliverySender, deliverySender } from './features/alerts/deliveries/sender';
import { type AlertDelivery, alertDelivery } from './features/alerts/delivery';
import { type InboxService, inboxService } from './features/alerts/inbox/service';
import { preferenceRepository } from './features/alerts/preferences/repository';
import { type PreferenceService, preferenceService } from './features/alerts/preferences/service';
import { pushChannel } from './features/alerts/push/channel';
import { pushDeviceRepository } from './features/alerts/push/repository';
import { type PushService, type PushSetup, pushService } from './features/alerts/push/service';
import { vapidOf } from './features/alerts/push/vapid';
import { webPush } from './features/alerts/push/webPush';
import { inboxRepository } from './features/alerts/inbox/repository';
import { alertRepository } from './features/alerts/repository';
import { type AlertService, alertService } from './features/alerts/service';
import { notifySettingsRepository } from './features/alerts/settings/repository';
import { type NotifySettingsService, notifySettingsService } from './features/alerts/settings/service';
import { chatRepository } from './features/chat/repository';
import { visibility } from './features/families/visibility';
import type { Publisher } from './publisher';

/** The rules of alerts: to open pages, to closed ones, and the inbox. */
export interface AlertServices {
  alerts: AlertService;
  inbox: InboxService;
  preferences: PreferenceService;
  delivery: AlertDelivery;
  push: PushService;
  notifySettings: NotifySettingsService;
  sender: DeliverySender;
}

export interface AlertDeps {
  config: Pick<Config, 'push'>;
  database: Database;
  /** By which push services know this server; undefined: no pushes. */
  vapidPrivateKey?: string | undefined;
  clock: Clock;
  ids: Ids;
}

interface AlertNeighbours {
  inTransaction: TransactionsOn;
  publisher: Publisher;
  /** Counts what became of deliveries. */
  countDelivery(channel: DeliveryRow['channel'], state: string, reason: string): void;
  onError: (what: string) => (error: unknown) => void;
}

/** Gives the services of alerts what they need. */
export function alertServices(deps: AlertDeps, neighbours: AlertNeighbours): AlertServices {
  const { database, clock, ids } = deps;
  const { inTransaction, publisher, onError } = neighbours;
  const setup = pushSetup(deps);
  const sender = senderOf(deps, setup, neighbours);
  const delivery = alertDelivery({
    alerts: alertRepository(database),
    visibility: visibility(database),
    inTransaction: inTransaction(alertRepository),
    publisher,
    wakeSender: sender.wake,
    clock,
    onError: onError('an alert was not delivered yet'),
  });
  return {
    sender,
    delivery,
    alerts: alertService({
      alerts: alertRepository(database),
      inTransaction: inTransaction(storedAlerts),
      delivery,
      clock,
      ids,
    }),
    inbox: inboxService({ inbox: inboxRepository(database), publisher, clock }),
    preferences: preferenceService({
      preferences: preferenceRepository(database),
      inTransaction: inTransaction(storedPreferences),
    }),
    push: pushService({
      devices: pushDeviceRepository(database),
      inTransaction: inTransaction(storedPushes),
      setup,
      clock,
      ids,
    }),
    notifySettings: notifySettingsService({
      settings: notifySettingsRepository(database),
      deliveries: deliveryRepository(database),
      inTransaction: inTransaction(notifySettingsRepository),
    }),
  };
}

const storedAlerts = (queries: Queries) => ({
  alerts: announcedAlerts(alertRepository(queries), deliveryRepository(queries)),
  visibility: visibility(queries),
});

const storedPreferences = (queries: Queries) => ({
  preferences: preferenceRepository(queries),
  visibility: visibility(queries),
});

const storedPushes = (queries: Queries) => ({
  devices: pushDeviceRepository(queries),
  deliveries: deliveryRepository(queries),
});

function pushSetup({ config, vapidPrivateKey, clock }: AlertDeps): PushSetup | undefined {
  const { subject, otherServices } = config.push;
  if (vapidPrivateKey === undefined || subject === undefined) return undefined;
  const vapid = vapidOf(vapidPrivateKey, subject, clock);
  return { publicKey: vapid.publicKey, send: webPush(vapid, otherServices, clock), otherServices };
}

/** What sends to closed pages. */
function senderOf(
  { database, clock }: AlertDeps,
  setup: PushSetup | undefined,
  { inTransaction, countDelivery, onError }: AlertNeighbours,
): DeliverySender {
  const stored = inTransaction(storedPushes, 'read committed');
  const readFrom = {
    deliveries: deliveryRepository(database),
    inbox: inboxRepository(database),
    settings: notifySettingsRepository(database),
    chat: chatRepository(database),
  };
  const push = pushChannel({
    devices: {
      ...pushDeviceRepository(database),
      remove: (userId, id) => stored(({ devices }) => devices.remove(userId, id)),
    },
    // What was scheduled before push was switched off.
    send: setup?.send ?? (async () => ({ kind: 'refused' })),
    setReceipt: (delivery, hash) => stored(({ deliveries }) => deliveries.setReceipt(delivery, hash)),
    clock,
  });
  return deliverySender({
    deliveries: deliveryRepository(database),
    inTransaction: (work) => stored(({ deliveries }) => work(deliveries)),
    send: dispatcher({
      channels: { push },
      readOutgoing: (delivery) => readOutgoing(readFrom, delivery, clock.now()),
      count: countDelivery,
      clock,
    }),
    clock,
    onError: onError('a notification was not sent yet'),
  });
}
