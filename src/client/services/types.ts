import type { AppUpdates } from './appUpdates';
import type { Clipboard } from './clipboard';
import type { Clock } from './clock';
import type { AppError, ClientErrorCode, GeolocationProblem } from './errors';
import type { Files } from './files';
import type { Geocoder, FoundPlace } from './geocoder';
import type { Geolocation, LocationFix } from './geolocation';
import type { ShareSheet } from './shareSheet';
import type { ShownSecrets } from './shownSecrets';
import type { Http, RouteInput } from './http';
import type { Ids } from './ids';
import type { InviteCodes } from './inviteCodes';
import type { Log } from './log';
import type { Alarm, Notifications, NotificationPermissionState } from './notifications';
import type { OfflineCache } from './offlineCache';
import type { Page } from './page';
import type { Passkeys } from './passkeys';
import type { PhoneServer } from './phoneServer';
import type { Pictures } from './pictures';
import type { DeviceSubscription, Push, PushSupport } from './push';
import type { Socket, ConnectionSignal } from './socket';
import type { Storage } from './storage';
import type { Tabs } from './tabs';

export type {
  AppError,
  RouteInput,
  ClientErrorCode,
  Clock,
  ConnectionSignal,
  DeviceSubscription,
  ShownSecrets,
  FoundPlace,
  Geocoder,
  GeolocationProblem,
  InviteCodes,
  LocationFix,
  Log,
  NotificationPermissionState,
  PhoneServer,
  Push,
  PushSupport,
  ShareSheet,
  Storage,
};

/** The adapters to the browser and the network. Sagas get them as arguments, so that tests can pass fakes. */
export interface Services {
  http: Http;
  socket: Socket;
  geolocation: Geolocation;
  storage: Storage;
  offlineCache: OfflineCache;
  tabs: Tabs;
  clock: Clock;
  page: Page;
  clipboard: Clipboard;
  /** Loads the adapter to the service worker, which the first screen does not need. */
  loadAppUpdates: () => Promise<AppUpdates>;
  /** Loads the adapter to pushes and shown notifications, which the first screen does not need. */
  loadPush: () => Promise<Push>;
  inviteCodes: InviteCodes;
  shownSecrets: ShownSecrets;
  /** True for a password that the server refuses as too common. */
  isCommonPassword: (password: string) => Promise<boolean>;
  passkeys: Passkeys;
  pictures: Pictures;
  files: Files;
  ids: Ids;
  geocoder: Geocoder;
  alarm: Alarm;
  notifications: Notifications;
  log: Log;
}
