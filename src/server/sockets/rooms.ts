import type { DefaultEventsMap, Server } from 'socket.io';
import type { ServerToClientEvents } from '#contract/events';
import type { AppSocket, SocketData } from './eventHandlers';

/** Events between server processes. */
interface InterServerEvents {
  'alerts:wait': (userIds: readonly string[]) => void;
  /** A member has left a family: who may see whom has to be read again. */
  'member:left': () => void;
  'member:joined': (familyId: string, userId: string) => void;
  /** Events of the process that sends this were lost while it had no Redis. */
  'events:lost': () => void;
}

/** Socket.IO with the types of this app. */
export type Io = Server<DefaultEventsMap, ServerToClientEvents, InterServerEvents, SocketData>;

const FAMILY_PREFIX = 'family:';
/** The room of all sockets of a user. */
export const userRoom = (userId: string): string => `user:${userId}`;
/** The room of all sockets of one session. */
export const sessionRoom = (sessionId: string): string => `session:${sessionId}`;
/** The room of all sockets of a family's members. */
export const familyRoom = (familyId: string): string => `${FAMILY_PREFIX}${familyId}`;

/** The connected sockets of a user at this process. */
export function openSockets(io: Io, userId: string): AppSocket[] {
  const { adapter, sockets } = io.of('/');
  const ids = [...(adapter.rooms.get(userRoom(userId)) ?? [])];
  // During the handshake a socket is in its room but cannot receive events.
  return ids.flatMap((id) => sockets.get(id) ?? []).filter((socket) => socket.connected);
}

/**
 * Puts a socket into the rooms of its user and session, and of each of the user's families, and into no other. Reads the families again
 * after every change, because the user may join or leave one in between.
 */
export async function syncRooms(
  socket: AppSocket,
  familyIdsOf: (userId: string) => Promise<readonly string[]>,
): Promise<void> {
  const { userId, sessionId } = socket.data;
  await socket.join([userRoom(userId), sessionRoom(sessionId)]);
  for (let changed = true; changed;) {
    const wanted = new Set((await familyIdsOf(userId)).map(familyRoom));
    const wrong = [...socket.rooms].filter((room) => room.startsWith(FAMILY_PREFIX) && !wanted.has(room));
    const missing = [...wanted].filter((room) => !socket.rooms.has(room));
    for (const room of wrong) await socket.leave(room);
    await socket.join(missing);
    // A disconnected socket no longer joins rooms; without this check the loop would never end.
    changed = wrong.length > 0 || missing.some((room) => socket.rooms.has(room));
  }
}
