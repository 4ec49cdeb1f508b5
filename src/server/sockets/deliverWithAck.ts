import { type StoredEvent, StoredEventReply, type ServerEventPayload } from '#contract/events';
import type { AppSocket } from './eventHandlers';
import { expectAck } from './socketLimits';

/**
 * Sends an alert to all open sockets of a user.
 * @param timeoutMs how long to wait for an acknowledgement. A socket that is still connected then belongs to a client
 *   that never acknowledges, and counts as having received the alert. So the timeout has to be longer than it takes to
 *   notice a dead connection.
 * @param onShown called for each socket whose page was visible and displayed the alert
 * @returns true as soon as one socket has received it; false when all sockets close before
 */
export async function deliverWithAck<Event extends StoredEvent>(
  sockets: readonly AppSocket[],
  event: Event,
  payload: ServerEventPayload<Event>,
  timeoutMs: number,
  onShown: () => void,
): Promise<boolean> {
  const failed = new Error('not received');
  const attempts = sockets.map(async (socket) => {
    if (!(await isReceived(socket, event, payload, timeoutMs, onShown))) throw failed;
    return true;
  });
  // Rejects for an empty list, and when every attempt has failed.
  return Promise.any(attempts).catch(() => false);
}

function isReceived(
  socket: AppSocket,
  event: StoredEvent,
  payload: ServerEventPayload<StoredEvent>,
  timeoutMs: number,
  onShown: () => void,
): Promise<boolean> {
  const received = new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(socket.connected), timeoutMs).unref();
    expectAck(socket.conn);
    untyped(socket).emit(event, payload, (reply: unknown) => {
      clearTimeout(timer);
      if (StoredEventReply.safeParse(reply).data?.shown) onShown();
      resolve(true);
    });
  });
  return Promise.race([received, disconnected(socket)]);
}

/** The callers' types make sure that the payload fits the event; Socket.IO's types cannot follow the union. */
function untyped(socket: { emit: unknown }): { emit(event: string, ...args: unknown[]): void } {
  return socket as { emit(event: string, ...args: unknown[]): void };
}

const disconnects = new WeakMap<AppSocket, Promise<false>>();

/** Resolves with false when the socket closes. All alerts of a socket share one listener. */
function disconnected(socket: AppSocket): Promise<false> {
  const known = disconnects.get(socket);
  if (known) return known;
  const promise = new Promise<false>((resolve) => {
    if (socket.connected) socket.once('disconnect', () => resolve(false));
    else resolve(false);
  });
  disconnects.set(socket, promise);
  return promise;
}
