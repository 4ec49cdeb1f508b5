import { createAlarm, createNotifications } from './notifications';
import { createClipboard } from './clipboard';
import { createClock } from './clock';
import { createShownSecrets } from './shownSecrets';
import { createFiles } from './files';
import { createGeocoder } from './geocoder';
import { createGeolocation } from './geolocation';
import { createHttp } from './http';
import { createIds, deviceId } from './ids';
import { createInviteCodes } from './inviteCodes';
import { importWithReload } from './lazyImport';
import { createLog } from './log';
import { createOfflineCache } from './offlineCache';
import { createPage } from './page';
import { createPasskeys } from './passkeys';
import { createPictures } from './pictures';
import { createSocket } from './socket';
import { createStorage } from './storage';
import { createTabs } from './tabs';
import type { Services } from './types';

/**
 * Creates the adapters to the browser and the network.
 * @param origin of the API and the sockets, without a trailing slash
 */
export function createServices(origin: string, geocoderUrl: string): Services {
  const log = createLog();
  const clock = createClock();
  const storage = createStorage();
  const ids = createIds();
  const page = createPage();
  const files = createFiles();
  return {
    clock,
    log,
    http: createHttp(origin, clock),
    socket: createSocket(origin, { id: () => deviceId(storage, ids), isShown: page.isShown }, log),
    geolocation: createGeolocation(clock),
    storage,
    offlineCache: createOfflineCache(storage),
    tabs: createTabs(),
    page,
    inviteCodes: createInviteCodes(),
    shownSecrets: createShownSecrets(),
    passkeys: createPasskeys(),
    pictures: createPictures(files),
    files,
    ids,
    geocoder: createGeocoder(geocoderUrl),
    alarm: createAlarm(log),
    notifications: createNotifications(),
    clipboard: createClipboard(),
    isCommonPassword: async (password) => (await import('./lazyTools')).isCommon(origin, password),
    loadAppUpdates: async () => (await importWithReload(() => import('./appUpdates'))).createAppUpdates(log),
    loadPush: async () => (await importWithReload(() => import('./push'))).createPush(log),
  };
}
