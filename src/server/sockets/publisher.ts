import type { DefaultEventsMap, Server } from 'socket.io';
import type { ServerToClientEvents } from '#contract/events';
import type { SignedIn } from '#server/features/session/service';
import type { Publisher } from '#server/publisher';
import { deliverWithAck } from './deliverWithAck';
import type { AppSocket } from './eventHandlers';

/** What processes tell each other. */
interface BetweenProcesses {
  'alerts:wait': (userIds: readonly string[]) => void;
}

/** Socket.IO as this app uses it. */
export type Io = Server<DefaultEventsMap, ServerToClientEvents, BetweenProcesses, SignedIn>;

/** Where all sockets of a person are. */
export const roomOfPerson = (userId: string): string => `user:${userId}`;
export const FAMILY_ROOM = 'family:';
/** Where all sockets of a family's members are. */
export const roomOfFamily = (familyId: string): string => `${FAMILY_ROOM}${familyId}`;

/** The sockets of a person at this process. */
export function openSockets(io: Io, userId: string): AppSocket[] {
  const { adapter, sockets } = io.of('/');
  const ids = [...(adapter.rooms.get(roomOfPerson(userId)) ?? [])];
  // During the handshake a socket is in its room but cannot be sent to.
  return ids.flatMap((id) => sockets.get(id) ?? []).filter((socket) => socket.connected);
}

/** Telling people through their sockets. @param isJoined whether there are other processes */
export function createPublisher(io: Io, alertPatienceMs: number, isJoined: boolean): Publisher {
  const publishMembership = (familyId: string, userId: string): void => {
    io.to([roomOfFamily(familyId), roomOfPerson(userId)]).emit('family:changed', { familyId });
  };
  return {
    memberJoined(familyId, userId) {
      io.in(roomOfPerson(userId)).socketsJoin(roomOfFamily(familyId));
      publishMembership(familyId, userId);
    },
    memberLeft(familyId, userId) {
      io.in(roomOfPerson(userId)).socketsLeave(roomOfFamily(familyId));
      publishMembership(familyId, userId);
    },
    familyChanged(familyId) {
      io.to(roomOfFamily(familyId)).emit('family:changed', { familyId });
    },
    invitationsChanged(userId) {
      io.to(roomOfPerson(userId)).emit('invitations:changed', {});
    },
    disconnect(userId) {
      io.in(roomOfPerson(userId)).disconnectSockets(true);
    },
    geofencesChanged(familyId) {
      io.to(roomOfFamily(familyId)).emit('geofences:changed', { familyId });
    },
    locationUpdated(location, familyIds, exceptSocketId) {
      // Whoever is in a family hears themselves there. One room alone goes to those processes only that have somebody in it.
      const rooms = familyIds.map(roomOfFamily);
      const everyone = io.to(rooms.length > 0 ? rooms : roomOfPerson(location.userId));
      (exceptSocketId === undefined ? everyone : everyone.except(exceptSocketId)).emit(
        'location:updated',
        location,
      );
    },
    messageReceived(familyId, message) {
      io.to(roomOfFamily(familyId)).emit('message:received', message);
    },
    messageRead(read) {
      io.to(roomOfFamily(read.familyId)).emit('message:read', read);
    },
    typingUpdated(update) {
      io.to(roomOfFamily(update.familyId)).except(roomOfPerson(update.userId)).emit('typing:update', update);
    },
    deliver: (userId, event, payload) =>
      deliverWithAck(openSockets(io, userId), event, payload, alertPatienceMs),
    alertsWait(userIds) {
      if (isJoined && userIds.length > 0) io.serverSideEmit('alerts:wait', [...new Set(userIds)]);
    },
    isConnected: (userId) => openSockets(io, userId).length > 0,
  };
}
