import { type AppSocket, handleEvent } from '#server/sockets/eventHandlers';
import type { RateLimits } from '#server/http/rateLimits';
import type { LocationService } from './service';

/** What a socket may say about where its person is. */
export function locationEvents(socket: AppSocket, locations: LocationService, limits: RateLimits): void {
  const { userId } = socket.data;
  handleEvent(socket, 'location:update', async (update) => {
    await limits.consume('locationUpdate', userId);
    if (!(await locations.record(userId, update, socket.id))) return { used: false };
    return {};
  });
}
