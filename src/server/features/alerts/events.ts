import { type AppSocket, handleEvent } from '#server/sockets/eventHandlers';
import type { RateLimits } from '#server/http/rateLimits';
import type { AlertService } from './service';

/** The SOS event. Its rate limit is separate, so that locations never use it up, and neither do repeats. */
export function alertEvents(socket: AppSocket, alerts: AlertService, limits: RateLimits): void {
  const { userId } = socket.data;
  handleEvent(socket, 'sos:trigger', async (call) => {
    await alerts.callForHelp(userId, call, () => limits.consume('sos', userId));
  });
}
