import type { FastifyBaseLogger } from 'fastify';
import { DEVICE_ID_MAX_LENGTH } from '#contract/limits';
import { DomainError } from '#server/domainError';
import type { SignedIn } from '#server/signedIn';
import type { AppSocket } from './eventHandlers';
import { syncRooms } from './rooms';

/** What is asked when a socket opens. */
export interface Admission {
  authenticate(socket: AppSocket): Promise<SignedIn>;
  onSignedIn(socket: AppSocket): void;
  familyIdsOf(userId: string): Promise<string[]>;
}

/**
 * Checks the token and joins the rooms before the client learns that it is connected, so that it misses no event.
 * @returns the `connect_error`; undefined when the socket is accepted
 */
export async function admit(
  socket: AppSocket,
  admission: Admission,
  log: FastifyBaseLogger,
): Promise<Error | undefined> {
  try {
    const signedIn = await admission.authenticate(socket);
    admission.onSignedIn(socket);
    Object.assign(socket.data, signedIn, { deviceId: deviceIdOf(socket) });
    await syncRooms(socket, admission.familyIdsOf);
    return undefined;
  } catch (error) {
    if (error instanceof DomainError)
      return connectError(error.code === 'not_signed_in' ? new DomainError('unauthorized') : error);
    log.error({ err: error }, 'a handshake failed');
    return connectError(new DomainError('handshake_failed'));
  }
}

/** Socket.IO sends the message and `data` of the error. */
function connectError({ message, code }: DomainError): Error {
  return Object.assign(new Error(message), { data: { code } });
}

/** The token of the handshake. */
export function tokenOf(socket: AppSocket): string | undefined {
  const token: unknown = socket.handshake.auth['token'];
  return typeof token === 'string' ? token : undefined;
}

/** The random id that a device keeps. Clients that know only the specification send none. */
function deviceIdOf(socket: AppSocket): string {
  const id: unknown = socket.handshake.auth['device'];
  return typeof id === 'string' && id.length <= DEVICE_ID_MAX_LENGTH ? id : '';
}

/**
 * Repeats the checks of the handshake, because the token may have been revoked, or a family joined or left, before the
 * socket was reachable through rooms. Then delivers the stored alerts.
 */
export async function onConnected(
  socket: AppSocket,
  admission: Admission,
  sendWaiting: (userId: string, deviceId?: string) => Promise<void>,
): Promise<void> {
  await recheck(socket, admission);
  await sendWaiting(socket.data.userId, socket.data.deviceId);
}

/** @throws DomainError when the token is no longer valid */
export async function recheck(socket: AppSocket, admission: Admission): Promise<void> {
  await syncRooms(socket, admission.familyIdsOf);
  await admission.authenticate(socket);
}
