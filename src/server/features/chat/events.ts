import { type AppSocket, handleEvent } from '#server/sockets/eventHandlers';
import type { RateLimits } from '#server/http/rateLimits';
import type { ChatService } from './service';

/** Handles the events for messages and typing. */
export function chatEvents(socket: AppSocket, chat: ChatService, limits: RateLimits): void {
  const { userId } = socket.data;
  /** Families in which this socket has announced typing. */
  const typingIn = new Set<string>();

  handleEvent(socket, 'message:send', async (draft) => {
    await limits.consume('message', userId);
    return { message: await chat.send(userId, draft) };
  });

  handleEvent(socket, 'typing:start', async ({ familyId }) => {
    await limits.consume('typing', userId);
    await chat.typing(userId, familyId, true);
    typingIn.add(familyId);
    // The socket may have disconnected during the query.
    if (!socket.connected) await stopAll();
  });

  handleEvent(socket, 'typing:stop', async ({ familyId }) => {
    await limits.consume('typing', userId);
    // Announces a stop only after a start; otherwise only checks the membership.
    if (typingIn.delete(familyId)) await chat.typing(userId, familyId, false);
    else await chat.requireMember(userId, familyId);
  });

  async function stopAll(): Promise<void> {
    for (const familyId of typingIn) {
      typingIn.delete(familyId);
      // Rejects when the person has left the family meanwhile; its members no longer see their typing then.
      await chat.typing(userId, familyId, false).catch(() => undefined);
    }
  }
  socket.on('disconnect', () => void stopAll());
}
