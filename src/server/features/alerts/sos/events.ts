import { type AppSocket, handleEvent } from '#server/sockets/eventHandlers';
import type { RateLimits } from '#server/http/rateLimits';
import type { SosService } from './service';

/** The events of a caller. A trigger's rate limit is separate, so that locations never use it up, and neither do repeats. */
export function sosEvents(socket: AppSocket, sos: SosService, limits: RateLimits): void {
  const { userId, deviceId } = socket.data;
  handleEvent(socket, 'sos:trigger', (trigger) =>
    sos.trigger({ userId, hasDevice: deviceId !== '' }, trigger, {
      beforeNew: () => limits.consume('sos', userId),
      mayListPeople: () =>
        limits.consume('sosRepeat', userId).then(
          () => true,
          () => false,
        ),
    }),
  );
  handleEvent(socket, 'sos:move', async (move) => {
    await limits.consume('sosMove', userId);
    await sos.move(userId, move);
  });
}
