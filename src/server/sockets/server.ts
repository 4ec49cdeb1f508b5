import type { IncomingMessage, Server as HttpServer } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { Server } from 'socket.io';
import { type ErrorCode, errorMessage } from '#contract/errors';
import { BODY_LIMIT_BYTES, REALTIME_PATH } from '#contract/limits';
import type { Bus } from './redis';
import type { Clock } from '#server/clock';
import type { SignedIn } from '#server/features/session/service';
import type { Publisher } from '#server/publisher';
import { DomainError } from '#server/domainError';
import { ackOf } from '#server/http/errors';
import { type Load, isShed } from '#server/http/loadShedding';
import { gatherWrites } from './writeCoalescing';
import { type AppSocket, guardEvents } from './eventHandlers';
import { peerReader } from '#server/http/clientAddress';
import { joinProcesses } from './redisAdapter';
import { FAMILY_ROOM, type Io, createPublisher, roomOfFamily, roomOfPerson } from './publisher';
import type { HeadersFor } from '#server/http/securityHeaders';
import { closeFloods, closeSlowReaders, countConnectionsByAddress } from './socketLimits';

/** A connection that is dead in truth is closed by then: its last sign of life, one ping and the wait for its answer. */
const PING_EVERY_MS = 25_000;
const PONG_WITHIN_MS = 20_000;
const ALERT_TIMEOUT_MS = PING_EVERY_MS + PONG_WITHIN_MS + 5_000;
/** How often sockets whose token has died are looked for. */
const EXPIRY_CHECK_MS = 2_000;
/** Tabs and devices of one person. */
const SOCKETS_PER_PERSON = 10;
/** The reply to everything while the server stops. */
const RESTARTING = new DomainError('server_restarting');
/** Longest wait for handlers and farewells when stopping. */
const CLOSE_TIMEOUT_MS = 3_000;

export interface SocketDeps {
  httpServer: HttpServer;
  /** Empty: only pages of the host that is asked. */
  publicOrigins: readonly string[];
  headersFor: HeadersFor;
  /** Proxies whose forwarding headers are believed. */
  trustProxy: readonly string[] | undefined;
  /** False for load tests: no limits on connections and packets. */
  limited: boolean;
  load: Load;
  /** Who has not said by then who they are is disconnected, in milliseconds. */
  handshakeTimeoutMs: number;
  log: FastifyBaseLogger;
  clock: Clock;
  /** How long the acknowledgement of an alert may take, in milliseconds; only tests are less patient. */
  alertPatienceMs?: number | undefined;
  /** Joins this process with others. */
  bus?: Bus | undefined;
}

/** What a socket needs of the features. */
export interface SocketFeatures {
  authenticate(token: string | undefined): Promise<SignedIn>;
  familyIdsOf(userId: string): Promise<string[]>;
  /** Registers every feature's events. */
  events(socket: AppSocket): void;
  /** Sends the alerts that wait for a person who has an open socket here. */
  sendWaiting(userId: string): Promise<void>;
}

export interface Sockets {
  readonly realtime: Publisher;
  /** Lets sockets in; until then handshakes wait for nobody. */
  open(features: SocketFeatures): void;
  /** Number of connected sockets. */
  count(): number;
  /** Finishes what is being answered, then closes every socket in a way that makes clients come back elsewhere. */
  close(): Promise<void>;
}

/** Socket.IO on the HTTP server. */
export function createSockets(deps: SocketDeps): Sockets {
  const { log, clock } = deps;
  const io = createIo(deps);
  const atWork = new Set<Promise<void>>();
  let closing = false;
  const expiryCheck = setInterval(() => closeExpired(io, clock.now()), EXPIRY_CHECK_MS).unref();

  return {
    realtime: createPublisher(io, deps.alertPatienceMs ?? ALERT_TIMEOUT_MS, deps.bus !== undefined),
    count: () => io.of('/').sockets.size,
    open(features) {
      if (deps.bus)
        joinProcesses(io, deps.bus, {
          log,
          sendWaiting: features.sendWaiting,
          reexamine: (socket) => reexamine(socket, features),
        });
      io.use(async (socket, next) => {
        next(await admit(socket, features, deps));
      });
      io.on('connection', (socket) => {
        guardEvents(socket, {
          log,
          pending: atWork,
          refuses: (event) => {
            if (closing) return ackOf(RESTARTING);
            if (isShed(event, deps.load)) return ackOf(new DomainError('server_busy'));
            return socket.data.expiresAt <= clock.now() ? ackOf(new DomainError('unauthorized')) : undefined;
          },
        });
        features.events(socket);
        // Whoever joined or left a family during the handshake was not reachable through rooms yet.
        joinRooms(socket, features).catch((error: unknown) => {
          if (!(error instanceof DomainError))
            log.error({ err: error }, 'a socket could not be given what is its own');
          socket.conn.close();
        });
      });
    },
    async close() {
      closing = true;
      clearInterval(expiryCheck);
      await withPatience(Promise.all(atWork));
      await closeAll(io);
    },
  };
}

/** The bare server: who may knock, and how much of anything a connection may have. */
function createIo(deps: SocketDeps): Io {
  const { httpServer, log } = deps;
  const peerOf = peerReader(deps.trustProxy);
  const io: Io = new Server(httpServer, {
    path: REALTIME_PATH,
    serveClient: false,
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: BODY_LIMIT_BYTES,
    connectTimeout: deps.handshakeTimeoutMs,
    pingInterval: PING_EVERY_MS,
    pingTimeout: PONG_WITHIN_MS,
    transports: ['polling', 'websocket'],
    // `cors` only tells browsers what they may read; a foreign page's websocket would still get in.
    allowRequest: (request, callback) => {
      if (!isOwnOrigin(request, deps.publicOrigins))
        refuseHandshake(request, '403 Forbidden', 'origin_not_allowed', callback);
      else if (deps.limited && !people.hasRoomFor(request))
        refuseHandshake(request, '429 Too Many Requests', 'too_many_connections', callback);
      else callback(null, true);
    },
    ...(deps.publicOrigins.length > 0 ? { cors: { origin: [...deps.publicOrigins] } } : {}),
  });
  // Before Socket.IO's own listener: it asks nobody for the headers of what it refuses.
  httpServer.prependListener('request', (request, response) => {
    if (!request.url?.startsWith(REALTIME_PATH)) return;
    const { host } = request.headers;
    const { secure } = peerOf(request);
    const headers = deps.headersFor({ host, path: REALTIME_PATH, secure });
    response.setHeaders(new Map(Object.entries(headers)));
  });
  const people = countConnectionsByAddress(io.engine, (request) => peerOf(request).address);
  if (deps.limited) closeFloods(io.engine, log);
  closeSlowReaders(io.engine, log);
  gatherWrites(io.engine);
  return io;
}

/**
 * Checks the token and joins the rooms before the client hears that it is connected, so that it misses nothing.
 * @returns what becomes the `connect_error`; undefined when the socket is let in
 */
async function admit(
  socket: AppSocket,
  features: SocketFeatures,
  { limited, log }: SocketDeps,
): Promise<Error | undefined> {
  try {
    const signedIn = await features.authenticate(tokenOf(socket));
    const others = socket.nsp.adapter.rooms.get(roomOfPerson(signedIn.userId));
    if (limited && others && others.size >= SOCKETS_PER_PERSON) throw new DomainError('too_many_connections');
    Object.assign(socket.data, signedIn);
    await joinOwnRooms(socket, features);
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

function tokenOf(socket: AppSocket): string | undefined {
  const token: unknown = socket.handshake.auth['token'];
  return typeof token === 'string' ? token : undefined;
}

/**
 * Puts a socket into the room of its person and of each of their families, and into no other. Reads again after every
 * change, because a family may be joined or left between the reading and the entering.
 */
async function joinOwnRooms(socket: AppSocket, features: SocketFeatures): Promise<void> {
  const { userId } = socket.data;
  await socket.join(roomOfPerson(userId));
  for (let changed = true; changed;) {
    const wanted = new Set((await features.familyIdsOf(userId)).map(roomOfFamily));
    const wrong = [...socket.rooms].filter((room) => room.startsWith(FAMILY_ROOM) && !wanted.has(room));
    const missing = [...wanted].filter((room) => !socket.rooms.has(room));
    for (const room of wrong) await socket.leave(room);
    await socket.join(missing);
    // A socket that has gone meanwhile enters no room any more: without this look it would be tried for ever.
    changed = wrong.length > 0 || missing.some((room) => socket.rooms.has(room));
  }
}

/**
 * The rooms first, then what has waited for the person. The token is looked at once more: one that died during the
 * handshake closed only the sockets that were there.
 */
async function joinRooms(socket: AppSocket, features: SocketFeatures): Promise<void> {
  await reexamine(socket, features);
  await features.sendWaiting(socket.data.userId);
}

/** @throws DomainError when the token counts no more */
async function reexamine(socket: AppSocket, features: SocketFeatures): Promise<void> {
  await joinOwnRooms(socket, features);
  await features.authenticate(tokenOf(socket));
}

/** A page of another origin may open no socket. Programs that are no browsers send no Origin; their token decides. */
function isOwnOrigin({ headers }: IncomingMessage, publicOrigins: readonly string[]): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  if (publicOrigins.length > 0) return publicOrigins.includes(origin);
  if (!URL.canParse(origin)) return false;
  const { protocol, host: originHost } = new URL(origin);
  const asked = `${protocol}//${host ?? ''}`;
  return /^https?:$/u.test(protocol) && URL.canParse(asked) && new URL(asked).host === originHost;
}

/** Engine.IO answers a refused upgrade with 400; the right status says what it is. */
function refuseHandshake(
  request: IncomingMessage,
  status: string,
  code: ErrorCode,
  callback: (error: string, allowed: boolean) => void,
): void {
  if (request.headers.upgrade !== undefined) {
    request.socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  }
  callback(errorMessage({ code }), false);
}

/** Closes the transport, so that the client tries again and is told 'unauthorized'. */
function closeExpired(io: Io, now: number): void {
  for (const socket of io.of('/').sockets.values()) {
    if (socket.data.expiresAt <= now) socket.conn.close();
  }
}

/**
 * Closes transports, not namespaces: after 'io server disconnect' a client would not come back by itself. Engine.IO
 * flushes what is still to be sent first.
 */
async function closeAll(io: Io): Promise<void> {
  const gone = [...io.of('/').sockets.values()].map(
    (socket) => new Promise<void>((resolve) => socket.once('disconnect', () => resolve())),
  );
  for (const socket of io.of('/').sockets.values()) socket.conn.close();
  await withPatience(Promise.all(gone));
  io.engine.close();
}

async function withPatience(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, CLOSE_TIMEOUT_MS);
  });
  await Promise.race([work, enough]);
  clearTimeout(timer);
}
