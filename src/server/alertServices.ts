import type { Clock, Ids } from './clock';
import type { Config } from './config';
import type { Database, DeliveryRow, Queries } from './db/schema';
import type { TransactionsOn } from './db/transactions';
import { channelDelivery } from './features/alerts/channels/delivery';
import { guardedPost } from './features/alerts/channels/guardedPost';
import { channelRepository } from './features/alerts/channels/repository';
import { channelSender, type SendToChannel } from './features/alerts/channels/senders';
import { type ChannelService, channelService } from './features/alerts/channels/service';
import { type CheckInServices, checkInServices } from './checkInServices';
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
import { type Timers, timersFor } from './features/alerts/timers';
import { notifySettingsRepository } from './features/alerts/settings/repository';
import { type NotifySettingsService, notifySettingsService } from './features/alerts/settings/service';
import { chatRepository } from './features/chat/repository';
import { visibility } from './features/families/visibility';
import type { Mailer } from './mailer';
import type { Publisher } from './publisher';
import { newsOfCalls, type SosServices, sosServices } from './sosServices';

/** The rules of alerts: to open pages, to closed ones, and the inbox. */
export interface AlertServices extends CheckInServices, SosServices {
  inbox: InboxService;
  preferences: PreferenceService;
  delivery: AlertDelivery;
  push: PushService;
  notifySettings: NotifySettingsService;
  channels: ChannelService;
  sender: DeliverySender;
  timers: Timers;
}

export interface AlertDeps {
  config: Pick<Config, 'push' | 'notifyHosts' | 'rateLimits'>;
  database: Database;
  /** By which push services know this server; undefined: no pushes. */
  vapidPrivateKey?: string | undefined;
  /** Undefined where no emails are sent. */
  mailer: Mailer | undefined;
  clock: Clock;
  ids: Ids;
  /** How often the server looks for what is due, in milliseconds; tests use less than the default. */
  pollIntervalMs?: number;
}

/** Costs nearly nothing, and is short beside the waits: three seconds for the push of an arrival, a minute for a repeat. */
const POLL_INTERVAL_MS = 1_000;

interface AlertCollaborators {
  inTransaction: TransactionsOn;
  publisher: Publisher;
  /** Counts the results of deliveries. */
  countDelivery(channel: DeliveryRow['channel'], state: string, reason: string): void;
  onError: (what: string) => (error: unknown) => void;
}

/** Gives the services of alerts what they need. */
export function alertServices(deps: AlertDeps, collaborators: AlertCollaborators): AlertServices {
  const { config, database, mailer, clock, ids, pollIntervalMs = POLL_INTERVAL_MS } = deps;
  const { inTransaction, publisher, onError } = collaborators;
  const setup = pushSetup(deps);
  const calls = { database, inTransaction, publisher, clock, ids, onError };
  const send = channelSender(mailer, guardedPost(config.notifyHosts, clock));
  const news = newsOfCalls(calls);
  const sender = senderOf(deps, { setup, send, onSosSent: news.noticeDelivered }, collaborators);
  const delivery = alertDelivery({
    alerts: alertRepository(database),
    visibility: visibility(database),
    // Only adds, and deletes what is old.
    inTransaction: inTransaction(alertRepository, 'read committed'),
    publisher,
    onSosReached: news.noticeDelivered,
    sendDue: sender.sendDue,
    clock,
    onError: onError('an alert was not delivered yet'),
  });
  const aboutCheckIns = checkInServices(deps, { inTransaction, delivery, publisher, onError });
  const aboutSos = sosServices(calls, news, delivery);
  const timed = [aboutSos.sosTimer, aboutCheckIns.checkIns.timer, aboutCheckIns.checkInRequests.timer];
  return {
    ...aboutCheckIns,
    ...aboutSos,
    timers: timersFor(timed, clock, pollIntervalMs, onError('what was due could not be done')),
    sender,
    delivery,
    inbox: inboxService({ inbox: inboxRepository(database), publisher, clock }),
    preferences: preferenceService({
      clock,
      publisher,
      preferences: preferenceRepository(database),
      inTransaction: inTransaction(storedPreferences),
    }),
    push: pushService({
      devices: pushDeviceRepository(database),
      inTransaction: inTransaction(storedPushes),
      setup,
      onConfirmed: news.noticeDelivered,
      clock,
      ids,
    }),
    notifySettings: notifySettingsService({
      settings: notifySettingsRepository(database),
      deliveries: deliveryRepository(database),
      inTransaction: inTransaction(notifySettingsRepository),
      publisher,
    }),
    channels: channelService({
      channels: channelRepository(database),
      inTransaction: inTransaction(channelRepository),
      send,
      available: mailer ? ['email', 'ntfy', 'webhook'] : ['ntfy', 'webhook'],
      hosts: config.notifyHosts,
      clock,
      ids,
    }),
  };
}

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
  { config, database, clock, pollIntervalMs = POLL_INTERVAL_MS }: AlertDeps,
  {
    setup,
    send,
    onSosSent,
  }: { setup: PushSetup | undefined; send: SendToChannel; onSosSent(noticeId: string): void },
  { inTransaction, publisher, countDelivery, onError }: AlertCollaborators,
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
  const other = channelDelivery(channelRepository(database), send, config.rateLimits);
  return deliverySender({
    deliveries: deliveryRepository(database),
    inTransaction: (work) => stored(({ deliveries }) => work(deliveries)),
    send: dispatcher({
      channels: { push, email: other, ntfy: other, webhook: other },
      readOutgoing: (delivery) => publisher.readAudience(() => readOutgoing(readFrom, delivery, clock.now())),
      count: countDelivery,
      clock,
    }),
    clock,
    pollIntervalMs,
    onSosSent,
    onError: onError('a notification was not sent yet'),
  });
}
