import type { Publisher } from '#server/publisher';
import { deliverWithAck } from './deliverWithAck';
import { createMembershipPublisher, type MembershipDeps } from './memberships';
import { type Io, familyRoom, openSockets, sessionRoom, userRoom } from './rooms';

export interface SocketPublisherDeps extends MembershipDeps {
  readonly alertTimeoutMs: number;
}

/** Publishes through Socket.IO. */
export function createSocketPublisher(io: Io, deps: SocketPublisherDeps): Publisher {
  return {
    familyChanged(familyId) {
      io.to(familyRoom(familyId)).emit('family:changed', { familyId });
    },
    invitationsChanged(userId) {
      io.to(userRoom(userId)).emit('invitations:changed', {});
    },
    disconnect(userId) {
      io.in(userRoom(userId)).disconnectSockets(true);
    },
    disconnectSession(sessionId) {
      io.in(sessionRoom(sessionId)).disconnectSockets(true);
    },
    sessionCreated(userId, session) {
      io.to(userRoom(userId)).emit('session:created', session);
    },
    accountChanged({ userId, sessionId }, change) {
      const devices = io.to(userRoom(userId));
      (sessionId === undefined ? devices : devices.except(sessionRoom(sessionId))).emit('account:changed', {
        change,
      });
    },
    settingsChanged({ userId, sessionId }, what) {
      const devices = io.to(userRoom(userId));
      // Every tab says whether its user shares; what else was changed is shown by the tab that changed it.
      (what === 'sharing' ? devices : devices.except(sessionRoom(sessionId))).emit('settings:changed', {
        what,
      });
    },
    geofencesChanged(familyId) {
      io.to(familyRoom(familyId)).emit('geofences:changed', { familyId });
    },
    locationUpdated(location, { familyIds, hiddenFrom }, exceptSocketId) {
      // The member's own other sockets are in the family rooms too. With a single room, the Redis adapter sends to the
      // processes only that have a socket in it.
      const rooms = familyIds.map(familyRoom);
      const receivers = io.to(rooms.length > 0 ? rooms : userRoom(location.userId));
      const except = [...hiddenFrom.map(userRoom), ...(exceptSocketId === undefined ? [] : [exceptSocketId])];
      (except.length > 0 ? receivers.except(except) : receivers).emit('location:updated', location);
    },
    messageReceived(familyId, message) {
      io.to(familyRoom(familyId)).emit('message:received', message);
    },
    messageRead(read) {
      io.to(familyRoom(read.familyId)).emit('message:read', read);
    },
    typingUpdated(update) {
      io.to(familyRoom(update.familyId)).except(userRoom(update.userId)).emit('typing:update', update);
    },
    ...createMembershipPublisher(io, deps),
    ...createAlertPublisher(io, deps),
  };
}

type AlertPublisher = Pick<
  Publisher,
  | 'deliver'
  | 'sosChanged'
  | 'sosMoved'
  | 'alertsWait'
  | 'connectedDevices'
  | 'alertsRead'
  | 'alertsCleared'
  | 'alertRecorded'
  | 'checkInChanged'
  | 'checkInRequestChanged'
  | 'phoneChanged'
  | 'presenceChanged'
>;

function createAlertPublisher(
  io: Io,
  { alertTimeoutMs, hasOtherProcesses }: SocketPublisherDeps,
): AlertPublisher {
  return {
    deliver(userId, deviceId, event, payload, onShown) {
      const sockets = openSockets(io, userId).filter(({ data }) => data.deviceId === deviceId);
      return deliverWithAck(sockets, event, payload, alertTimeoutMs, onShown);
    },
    sosChanged(userIds, call) {
      io.to(userIds.map(userRoom)).emit('sos:changed', call);
    },
    sosMoved(userIds, moved) {
      io.to(userIds.map(userRoom)).emit('sos:moved', moved);
    },
    alertsWait(userIds) {
      if (hasOtherProcesses && userIds.length > 0) io.serverSideEmit('alerts:wait', [...new Set(userIds)]);
    },
    connectedDevices: (userId) => [...new Set(openSockets(io, userId).map(({ data }) => data.deviceId))],
    alertsRead(userId, ids) {
      io.to(userRoom(userId)).emit('alerts:read', { ids });
    },
    alertsCleared(userId, upTo) {
      io.to(userRoom(userId)).emit('alerts:cleared', { upTo });
    },
    alertRecorded(userId, alert) {
      io.to(userRoom(userId)).emit('alert:recorded', alert);
    },
    checkInChanged(userId, checkIn) {
      io.to(userRoom(userId)).emit('checkin:changed', checkIn);
    },
    checkInRequestChanged(userId, request) {
      io.to(userRoom(userId)).emit('request:changed', request);
    },
    phoneChanged(userId, changed) {
      io.to(userRoom(userId)).emit('phone:changed', changed);
    },
    presenceChanged(userIds, presence) {
      if (userIds.length > 0) io.to(userIds.map(userRoom)).emit('presence:changed', presence);
    },
  };
}
