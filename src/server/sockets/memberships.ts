import type { Publisher } from '#server/publisher';
import { type Io, familyRoom, openSockets, userRoom } from './rooms';

type MembershipPublisher = Pick<Publisher, 'readAudience' | 'memberJoined' | 'memberLeft'>;

export interface MembershipDeps {
  /** Whether Redis connects this process with others. */
  readonly hasOtherProcesses: boolean;
  isMember(familyId: string, userId: string): Promise<boolean>;
  /** Receives errors that no caller waits for. */
  onError(error: unknown): void;
}

/** Puts sockets into the rooms of the families that their users join, and takes them out of those that they leave. */
export function createMembershipPublisher(io: Io, deps: MembershipDeps): MembershipPublisher {
  const { hasOtherProcesses, isMember, onError } = deps;
  let departures = 0;

  async function readAudience<Result>(read: () => Promise<Result>): Promise<Result> {
    for (;;) {
      const before = departures;
      const audience = await read();
      if (departures === before) return audience;
    }
  }

  /** Asks for the membership again, because the news of its end may have come before that of its beginning. */
  async function joinHere(familyId: string, userId: string): Promise<void> {
    if (openSockets(io, userId).length === 0) return;
    const sockets = io.local.in(userRoom(userId));
    try {
      if (await readAudience(() => isMember(familyId, userId))) sockets.socketsJoin(familyRoom(familyId));
      sockets.emit('family:changed', { familyId });
    } catch (error) {
      onError(error);
      // The clients reconnect, which puts their sockets into the right rooms.
      for (const { conn } of openSockets(io, userId)) conn.close();
    }
  }

  io.on('member:joined', (familyId, userId) => void joinHere(familyId, userId));
  io.on('member:left', () => {
    departures += 1;
  });
  return {
    readAudience,
    async memberJoined(familyId, userId) {
      if (hasOtherProcesses) io.serverSideEmit('member:joined', familyId, userId);
      io.to(familyRoom(familyId)).except(userRoom(userId)).emit('family:changed', { familyId });
      await joinHere(familyId, userId);
    },
    memberLeft(familyId, userId) {
      departures += 1;
      if (hasOtherProcesses) io.serverSideEmit('member:left');
      io.in(userRoom(userId)).socketsLeave(familyRoom(familyId));
      io.to([familyRoom(familyId), userRoom(userId)]).emit('family:changed', { familyId });
    },
  };
}
