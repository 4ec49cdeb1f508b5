import type { Clock } from '#server/clock';
import { LAST_USED_PRECISION_MS } from '#server/signedIn';
import { type AppSocket, whilePending } from './eventHandlers';

/** Records that a session is used: with each event of its socket and when the socket closes, but not more than needed. */
export function recordSocketUse(socket: AppSocket, clock: Clock, record: () => Promise<void>): void {
  // The handshake has recorded it.
  let recordedAt = clock.now();
  const onUse = (): void => {
    if (clock.now() < recordedAt + LAST_USED_PRECISION_MS) return;
    recordedAt = clock.now();
    whilePending(socket, record());
  };
  socket.onAny(onUse);
  socket.once('disconnect', onUse);
}
