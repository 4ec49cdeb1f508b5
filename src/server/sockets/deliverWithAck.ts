import type { KeptEvent, ServerEventPayload } from '#contract/events';
import type { AppSocket } from './eventHandlers';

/**
 * Gives an alert to a person's open sockets.
 * @param patienceMs how long an acknowledgement may take. Whoever has given none by then but is connected still has a
 *   client that acknowledges nothing, and is taken to have the alert. So it has to be longer than a dead connection
 *   stays unnoticed.
 * @returns true as soon as one of them has it; false when all went away before
 */
export async function deliverWithAck<Event extends KeptEvent>(
  sockets: readonly AppSocket[],
  event: Event,
  payload: ServerEventPayload<Event>,
  patienceMs: number,
): Promise<boolean> {
  const failed = new Error('not received');
  const tries = sockets.map(async (socket) => {
    if (!(await isReceived(socket, event, payload, patienceMs))) throw failed;
    return true;
  });
  // Of an empty list, and when everybody has failed, it rejects.
  return Promise.any(tries).catch(() => false);
}

function isReceived(
  socket: AppSocket,
  event: KeptEvent,
  payload: ServerEventPayload<KeptEvent>,
  patienceMs: number,
): Promise<boolean> {
  const received = new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(socket.connected), patienceMs).unref();
    untyped(socket).emit(event, payload, () => {
      clearTimeout(timer);
      resolve(true);
    });
  });
  return Promise.race([received, goneOf(socket)]);
}

/** The payload fits its event by the callers' types, which Socket.IO's cannot follow through a union. */
function untyped(socket: { emit: unknown }): { emit(event: string, ...args: unknown[]): void } {
  return socket as { emit(event: string, ...args: unknown[]): void };
}

const goings = new WeakMap<AppSocket, Promise<false>>();

/** Resolves with false when the socket closes. One listener each, however many alerts wait. */
function goneOf(socket: AppSocket): Promise<false> {
  const known = goings.get(socket);
  if (known) return known;
  const gone = new Promise<false>((resolve) => {
    if (socket.connected) socket.once('disconnect', () => resolve(false));
    else resolve(false);
  });
  goings.set(socket, gone);
  return gone;
}
