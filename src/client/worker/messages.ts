/** What a page asks of a service worker that waits to replace the active one. */
export type PageMessage =
  /** Replace the active worker now. */
  | { type: 'takeOver' }
  /** Answer on the port of the message: true when the file belongs to the version of this worker. */
  | { type: 'hasFile'; path: string };
