import { type AppSocket, handleEvent } from '#server/sockets/eventHandlers';
import type { RateLimits } from '#server/http/rateLimits';
import type { AlertService } from './service';

/** Calling for help. The limit is its own: positions never use it up. */
export function alertEvents(socket: AppSocket, alerts: AlertService, limits: RateLimits): void {
  const { userId } = socket.data;
  handleEvent(socket, 'sos:trigger', async (call) => {
    await limits.consume('sos', userId);
    await alerts.callForHelp(userId, call);
  });
}
