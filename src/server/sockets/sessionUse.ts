import type { Clock } from '#server/clock';
import { LAST_USED_PRECISION_MS } from '#server/features/session/sessions/service';
import { type AppSocket, whilePending } from './eventHandlers';

/** Notes that a socket is used: with its events, and when it closes, until which it has received some. */
export function noteSocketUse(socket: AppSocket, clock: Clock, note: () => Promise<void>): void {
  // The handshake has noted it.
  let notedAt = clock.now();
  const used = (): void => {
    if (clock.now() < notedAt + LAST_USED_PRECISION_MS) return;
    notedAt = clock.now();
    whilePending(socket, note());
  };
  socket.onAny(used);
  socket.once('disconnect', used);
}
