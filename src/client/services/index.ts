import { createAlarm, createNotifications } from './notifications';
import { createClipboard } from './clipboard';
import { createClock } from './clock';
import { saveFile } from './files';
import { createGeocoder } from './geocoder';
import { createGeolocation } from './geolocation';
import { createHttp } from './http';
import { createIds } from './ids';
import { createInviteCodes, takeGivenCode } from './inviteCodes';
import { createOfflineCache } from './offlineCache';
import { createPage } from './page';
import { createPictures } from './pictures';
import { createSocket } from './socket';
import { createStorage } from './storage';
import { createTabs } from './tabs';
import type { Log, Services } from './types';

/* oxlint-disable no-console -- the console is where developers look */
const log: Log = {
  info: (what, reason) => console.info(what, reason),
  failure: (what, reason) => console.error(what, reason),
};
/* oxlint-enable no-console */

/**
 * The real edges of the browser.
 * @param origin where API and sockets live, without a trailing slash
 * @param geocoderUrl where addresses are looked up
 */
export function createServices(origin: string, geocoderUrl: string): Services {
  const clock = createClock();
  const storage = createStorage();
  return {
    clock,
    log,
    http: createHttp(origin, clock),
    socket: createSocket(origin, log),
    geolocation: createGeolocation(clock),
    storage,
    offlineCache: createOfflineCache(storage),
    tabs: createTabs(),
    page: createPage(),
    inviteCodes: createInviteCodes(takeGivenCode()),
    pictures: createPictures(),
    files: { save: saveFile },
    ids: createIds(),
    geocoder: createGeocoder(geocoderUrl),
    alarm: createAlarm(log),
    notifications: createNotifications(log),
    clipboard: createClipboard(),
  };
}
