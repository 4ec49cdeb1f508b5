import { io, type Socket } from 'socket.io-client';
import type * as z from 'zod/mini';
import {
  STORED_EVENTS,
  serverEvents,
  type Ack,
  type ClientToServerEvents,
  type StoredEvent,
  type ServerEvent,
  type ServerEventPayload,
  type ServerToClientEvents,
} from '#contract/events';
import type { SosTrigger } from '#contract/alerts';
import type { Family } from '#contract/families';
import type { MessageSend } from '#contract/chat';
import type { CreateGeofenceInput, Geofence } from '#contract/geofences';
import { REALTIME_OPTIONS } from '#contract/limits';
import type { Location, LocationUpdate } from '#contract/locations';
import { ErrorAnswer } from '#contract/errorAnswers';
import { routes, type Route } from '#contract/routes';
import type { LoginInput, RegisterInput, SessionAnswer, User } from '#contract/session';

const ACK_TIMEOUT_MS = 10_000;

/** What a call carries; parameters fill the `:name` parts of the path. */
export interface RouteInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A call that the server refused, with its one sentence. */
class RefusedCall extends Error {
  constructor(
    readonly statusCode: number,
    message: string,
  ) {
    super(message);
  }
}

/** A member of a family who reaches the server by the public calls only, as the app on a phone does. */
export class MemberClient {
  #token: string | undefined;
  #user: User | undefined;
  #socket: Socket<ServerToClientEvents, ClientToServerEvents> | undefined;
  /** Alerts that have reached this client, oldest first; also those that had waited for it. */
  readonly alerts: { readonly event: StoredEvent; readonly payload: unknown }[] = [];

  constructor(readonly origin: string) {}

  /** The member. */
  get user(): User {
    if (!this.#user) throw new Error('This member is not signed in');
    return this.#user;
  }

  get token(): string {
    if (!this.#token) throw new Error('This member is not signed in');
    return this.#token;
  }

  async register(person: RegisterInput): Promise<User> {
    return this.#keep(await this.call(routes.register, { body: person }));
  }

  async login(credentials: LoginInput): Promise<User> {
    return this.#keep(await this.call(routes.login, { body: credentials }));
  }

  createFamily(name: string): Promise<Family> {
    return this.call(routes.createFamily, { body: { name } });
  }

  joinFamily(inviteCode: string): Promise<Family | null> {
    return this.call(routes.joinFamily, { body: { inviteCode } });
  }

  /** Clears what has happened until now, such as that others have joined. */
  async clearAlerts(): Promise<void> {
    await this.call(routes.clearAlerts, { body: { upTo: 'z' } });
  }

  families(): Promise<Family[]> {
    return this.call(routes.listFamilies);
  }

  familyLocations(): Promise<Location[]> {
    return this.call(routes.familyLocations);
  }

  /**
   * Makes any call of the contract.
   * @throws RefusedCall when the server refuses it
   */
  async call<R extends Route>(
    route: R,
    { params = {}, query, body }: RouteInput = {},
  ): Promise<z.output<R['answer']>> {
    const path = route.path.replace(/:(\w+)/gu, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const search = query ? `?${new URLSearchParams(query).toString()}` : '';
    const answer = await fetch(`${this.origin}${path}${search}`, {
      method: route.method,
      headers: {
        ...(this.#token && { authorization: `Bearer ${this.#token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const content: unknown = text === '' ? undefined : JSON.parse(text);
    if (!answer.ok) throw new RefusedCall(answer.status, ErrorAnswer.parse(content).message);
    return route.answer.parse(content) as z.output<R['answer']>;
  }

  /** Opens the socket; rejects with the server's reason when it does not let the member in. */
  async connect(): Promise<void> {
    this.close();
    const socket: Socket<ServerToClientEvents, ClientToServerEvents> = io(this.origin, {
      ...REALTIME_OPTIONS,
      auth: { token: this.token },
      // Several members in one process must not share a connection.
      forceNew: true,
    });
    this.#socket = socket;
    for (const event of STORED_EVENTS) this.#receive(socket, event);
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', (error) => {
        socket.close();
        reject(error);
      });
    });
  }

  get isConnected(): boolean {
    return this.#socket?.connected ?? false;
  }

  /** Sends a fix; resolves with the server's acknowledgement, rejects when none comes. */
  share(fix: LocationUpdate): Promise<Ack> {
    return this.#connected().timeout(ACK_TIMEOUT_MS).emitWithAck('location:update', fix);
  }

  /** Calls for help; resolves with the server's acknowledgement, rejects when none comes. */
  callForHelp(call: SosTrigger): Promise<Ack> {
    return this.#connected().timeout(ACK_TIMEOUT_MS).emitWithAck('sos:trigger', call);
  }

  /** Writes to a family; resolves with the server's acknowledgement, rejects when none comes. */
  write(message: MessageSend): Promise<Ack> {
    return this.#connected().timeout(ACK_TIMEOUT_MS).emitWithAck('message:send', message);
  }

  createGeofence(geofence: CreateGeofenceInput): Promise<Geofence> {
    return this.call(routes.createGeofence, { body: geofence });
  }

  geofences(): Promise<Geofence[]> {
    return this.call(routes.listGeofences);
  }

  /**
   * Calls back for every event of a kind.
   * @returns what ends it
   */
  on<E extends ServerEvent>(event: E, listener: (payload: ServerEventPayload<E>) => void): () => void {
    const socket = this.#connected() as Socket;
    const name: string = event;
    const parse = (payload: unknown): void =>
      listener(serverEvents[event].parse(payload) as ServerEventPayload<E>);
    socket.on(name, parse);
    return () => socket.off(name, parse);
  }

  /** The next event of a kind that fits; rejects when none comes in time. */
  next<E extends ServerEvent>(
    event: E,
    fits: (payload: ServerEventPayload<E>) => boolean = () => true,
    timeoutMs = 5_000,
  ): Promise<ServerEventPayload<E>> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        stop();
        reject(new Error(`No fitting ${event} came within ${timeoutMs} ms`));
      }, timeoutMs);
      const stop = this.on(event, (payload) => {
        if (!fits(payload)) return;
        clearTimeout(timer);
        stop();
        resolve(payload);
      });
    });
  }

  /** Closes the socket, as putting the app away does. The person stays signed in. */
  close(): void {
    this.#socket?.close();
    this.#socket = undefined;
  }

  /** Keeps and acknowledges alerts as the app does, so that the server sends none twice. */
  #receive(socket: Socket, event: StoredEvent): void {
    socket.on(event, (payload: unknown, received?: () => void) => {
      this.alerts.push({ event, payload });
      received?.();
    });
  }

  #connected(): Socket<ServerToClientEvents, ClientToServerEvents> {
    if (!this.#socket) throw new Error('This member has no connection: call connect() first');
    return this.#socket;
  }

  #keep({ token, user }: SessionAnswer): User {
    this.#token = token;
    this.#user = user;
    return user;
  }
}
