import { type AppSocket, handleEvent } from '#server/sockets/eventHandlers';
import type { RateLimits } from '#server/http/rateLimits';
import type { ChatService } from './service';

/** Writing to a family, and being about to. */
export function chatEvents(socket: AppSocket, chat: ChatService, limits: RateLimits): void {
  const { userId } = socket.data;
  /** Families in which this socket's person is typing. */
  const typingIn = new Set<string>();

  handleEvent(socket, 'message:send', async (written) => {
    await limits.consume('message', userId);
    return { message: await chat.send(userId, written) };
  });

  handleEvent(socket, 'typing:start', async ({ familyId }) => {
    await limits.consume('typing', userId);
    await chat.typing(userId, familyId, true);
    typingIn.add(familyId);
    // The socket may have gone during the look into the store.
    if (!socket.connected) await stopAll();
  });

  handleEvent(socket, 'typing:stop', async ({ familyId }) => {
    await limits.consume('typing', userId);
    // Who has not begun tells nothing by stopping, but is told when the family is not theirs.
    if (typingIn.delete(familyId)) await chat.typing(userId, familyId, false);
    else await chat.onlyMember(userId, familyId);
  });

  async function stopAll(): Promise<void> {
    for (const familyId of typingIn) {
      typingIn.delete(familyId);
      // Whoever has left the family meanwhile is no longer seen typing in it.
      await chat.typing(userId, familyId, false).catch(() => undefined);
    }
  }
  socket.on('disconnect', () => void stopAll());
}
