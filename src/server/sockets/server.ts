import type { Server as HttpServer } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { Server } from 'socket.io';
import { BODY_LIMIT_BYTES, REALTIME_PATH } from '#contract/limits';
import { type Admission, admit, onConnected, recheck, tokenOf } from './admission';
import { closeAll, closeExpired, closeOldest, withinTimeout } from './closing';
import type { RedisConnection } from './redis';
import type { Clock } from '#server/clock';
import type { Caller, SignedIn } from '#server/signedIn';
import type { Publisher } from '#server/publisher';
import { DomainError } from '#server/domainError';
import { ackOf } from '#server/http/errors';
import { type Load, isShed } from '#server/http/loadShedding';
import { type AppSocket, guardEvents } from './eventHandlers';
import { type PeerReader, peerReader } from '#server/http/clientAddress';
import { connectProcesses } from './redisAdapter';
import { isOwnOrigin, refuseOrigin } from './origin';
import { type PendingConnections, pendingConnections } from './pendingConnections';
import { coalesceWrites } from './writeCoalescing';
import type { Io } from './rooms';
import { createSocketPublisher } from './socketPublisher';
import type { HeadersFor } from '#server/http/securityHeaders';
import { recordSocketUse } from './sessionUse';
import { closeFloods, closeSlowReaders } from './socketLimits';

const PING_INTERVAL_MS = 25_000;
const PONG_TIMEOUT_MS = 20_000;
/** A dead connection is closed by then: one ping after its last packet, and the wait for the answer. */
const ALERT_TIMEOUT_MS = PING_INTERVAL_MS + PONG_TIMEOUT_MS + 5_000;
/** How often sockets with an expired token are closed. */
const EXPIRY_CHECK_INTERVAL_MS = 2_000;
/** Answer to every event while the server stops. */
const RESTARTING = new DomainError('server_restarting');
export interface SocketDeps {
  httpServer: HttpServer;
  /** Empty: only pages of the same host. */
  publicOrigins: readonly string[];
  headersFor: HeadersFor;
  /** Proxies whose forwarding headers are trusted. */
  trustProxy: readonly string[] | undefined;
  /** False for load tests: no limits on connections and packets. */
  limited: boolean;
  load: Load;
  /** A connection that has not signed in by then is closed, in milliseconds. */
  handshakeTimeoutMs: number;
  log: FastifyBaseLogger;
  clock: Clock;
  /** How long the acknowledgement of an alert may take, in milliseconds; tests use less than the default. */
  alertTimeoutMs?: number | undefined;
  isMember(familyId: string, userId: string): Promise<boolean>;
  /** Connects this process with others. */
  redis?: RedisConnection | undefined;
}

/** What a socket needs of the features. */
export interface SocketFeatures {
  authenticate(token: string | undefined, caller: Caller): Promise<SignedIn>;
  /** Notes that a session is used, apart from its handshakes. */
  noteUse(sessionId: string, caller: Caller): Promise<void>;
  familyIdsOf(userId: string): Promise<string[]>;
  /** Registers every feature's events. */
  events(socket: AppSocket): void;
  /** Delivers the stored alerts of a user to a device that has an open socket here; without one, to all of them. */
  sendWaiting(userId: string, deviceId?: string): Promise<void>;
}

export interface Sockets {
  readonly publisher: Publisher;
  /** Starts to accept sockets. */
  open(features: SocketFeatures): void;
  /** Number of connected sockets. */
  count(): number;
  /** Waits for running handlers, then closes every socket in a way that makes clients reconnect. */
  close(): Promise<void>;
}

/** Socket.IO on the HTTP server. */
export function createSockets(deps: SocketDeps): Sockets {
  const { log, clock } = deps;
  const peerOf = peerReader(deps.trustProxy);
  const handshakes = deps.limited
    ? pendingConnections((request) => peerOf(request).address, deps.handshakeTimeoutMs)
    : undefined;
  const io = createIo(deps, peerOf, handshakes);
  const callerOf = callerReader(peerOf);
  const pending = new Set<Promise<void>>();
  let closing = false;
  const expiryCheck = setInterval(() => closeExpired(io, clock.now()), EXPIRY_CHECK_INTERVAL_MS).unref();

  return {
    publisher: publisherOf(io, deps),
    count: () => io.of('/').sockets.size,
    open(features) {
      const admission: Admission = {
        authenticate: (socket) => features.authenticate(tokenOf(socket), callerOf(socket)),
        onSignedIn: ({ conn }) => handshakes?.remove(conn),
        familyIdsOf: features.familyIdsOf,
      };
      if (deps.redis)
        connectProcesses(io, deps.redis, {
          log,
          sendWaiting: features.sendWaiting,
          recheck: (socket) => recheck(socket, admission),
        });
      io.use(async (socket, next) => {
        next(await admit(socket, admission, log));
      });
      io.on('connection', (socket) => {
        guardEvents(socket, {
          log,
          pending,
          refuse: (event) => {
            if (closing) return ackOf(RESTARTING);
            if (isShed(event, deps.load)) return ackOf(new DomainError('server_busy'));
            return socket.data.expiresAt <= clock.now() ? ackOf(new DomainError('unauthorized')) : undefined;
          },
        });
        // Without a socket the connection is not signed in any more.
        socket.once('disconnect', () => socket.conn.close());
        features.events(socket);
        recordSocketUse(socket, clock, async () => {
          if (!closing) await features.noteUse(socket.data.sessionId, callerOf(socket));
        });
        if (deps.limited) closeOldest(io, socket.data.userId);
        onConnected(socket, admission, features.sendWaiting).catch((error: unknown) => {
          if (!(error instanceof DomainError)) log.error({ err: error }, 'a new socket could not be set up');
          socket.conn.close();
        });
      });
    },
    async close() {
      closing = true;
      clearInterval(expiryCheck);
      await withinTimeout(Promise.all(pending));
      await closeAll(io);
    },
  };
}

const publisherOf = (io: Io, { log, redis, isMember, alertTimeoutMs }: SocketDeps): Publisher =>
  createSocketPublisher(io, {
    alertTimeoutMs: alertTimeoutMs ?? ALERT_TIMEOUT_MS,
    hasOtherProcesses: redis !== undefined,
    isMember,
    onError: (error) => log.error({ err: error }, 'the sockets of a new member have to reconnect'),
  });

const callerReader =
  (peerOf: PeerReader) =>
  ({ request, handshake }: AppSocket): Caller => ({
    address: peerOf(request).address,
    userAgent: handshake.headers['user-agent'] ?? '',
  });

/** The Socket.IO server with its limits on handshakes, connections and packets. */
function createIo(deps: SocketDeps, peerOf: PeerReader, handshakes: PendingConnections | undefined): Io {
  const { httpServer, log } = deps;
  const io: Io = new Server(httpServer, {
    path: REALTIME_PATH,
    serveClient: false,
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: BODY_LIMIT_BYTES,
    connectTimeout: deps.handshakeTimeoutMs,
    pingInterval: PING_INTERVAL_MS,
    pingTimeout: PONG_TIMEOUT_MS,
    transports: ['polling', 'websocket'],
    // `cors` only restricts what pages may read; a websocket of another origin would still be accepted.
    allowRequest: (request, callback) => {
      if (!isOwnOrigin(request, deps.publicOrigins)) refuseOrigin(request, callback);
      else {
        handshakes?.add(request);
        callback(null, true);
      }
    },
    ...(deps.publicOrigins.length > 0 ? { cors: { origin: [...deps.publicOrigins] } } : {}),
  });
  // Before Socket.IO's own listener, which would send its refusals without these headers.
  httpServer.prependListener('request', (request, response) => {
    if (!request.url?.startsWith(REALTIME_PATH)) return;
    const { host } = request.headers;
    const { secure } = peerOf(request);
    const headers = deps.headersFor({ host, path: REALTIME_PATH, secure });
    response.setHeaders(new Map(Object.entries(headers)));
  });
  handshakes?.watch(io.engine);
  if (deps.limited) closeFloods(io.engine, log);
  closeSlowReaders(io.engine, log);
  coalesceWrites(io.engine);
  return io;
}
