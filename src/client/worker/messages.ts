/** What a page asks of a service worker that waits to replace the active one. */
export type PageMessage =
  /** Replace the active worker now. */
  | { type: 'takeOver' }
  /** Answer on the port of the message: true when the file belongs to the version of this worker. */
  | { type: 'hasFile'; path: string };

/** A message from the service worker to a page: show this path, because the user has clicked a notification. */
export type WorkerMessage = { open: string };

/** What a notification keeps: the path that a click opens, and with what an SOS is answered without a session. */
export type NotificationData = { open: string; receipt?: string };

/** Options of a notification. The types of the browser lack `renotify` and `actions`. */
export type ShownOptions = NotificationOptions & {
  data: NotificationData;
  renotify?: boolean;
  actions?: { action: string; title: string }[];
};
