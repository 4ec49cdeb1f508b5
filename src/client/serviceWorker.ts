/*
 * The service worker. It is in the root of the client because its folder is the part of the site that it may control.
 */
import { manifest, version } from '@parcel/service-worker';
import type { PageMessage } from './worker/messages';
import { createOfflineShell } from './worker/offlineShell';
import { createPushes } from './worker/push';
import type { ServiceWorkerScope } from './worker/scope';

const worker = self as unknown as ServiceWorkerScope;
const shell = createOfflineShell({
  version,
  files: manifest,
  caches,
  fetch: (request, init) => fetch(request, init),
  origin: worker.location.origin,
});

const pushes = createPushes(worker, (path, body) =>
  fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body }),
);

worker.addEventListener('install', (event) => event.waitUntil(shell.install()));
worker.addEventListener('activate', (event) => event.waitUntil(shell.activate()));
worker.addEventListener('fetch', (event) => {
  const answer = shell.answer(event.request);
  if (answer) event.respondWith(answer);
});
worker.addEventListener('push', (event) => event.waitUntil(pushes.receive(event.data?.text() ?? null)));
worker.addEventListener('notificationclick', (event) =>
  event.waitUntil(pushes.click(event.notification, event.action)),
);
worker.addEventListener('message', (event) => {
  // Only pages of the app can send messages here.
  const message = event.data as PageMessage;
  if (message.type === 'takeOver') event.waitUntil(worker.skipWaiting());
  else event.ports[0]?.postMessage(shell.hasFile(message.path));
});
