import { setTimeout as wait } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { v7 } from 'uuid';
import type { Message } from '#contract/chat';
import { STORED_EVENTS } from '#contract/events';
import { REALTIME_OPTIONS } from '#contract/limits';
import type { SeededMember } from './seedMembers';

const ACK_TIMEOUT_MS = 3_000;
/** Waits this long where Socket.IO does not reconnect by itself. */
const RECONNECT_DELAY_MS = 500;
/** A page of messages. */
const PAGE = 200;

/** A client that reconnects, resends and fetches what it missed, as the app does. */
export class Client {
  readonly socket: Socket;
  /** Messages of the family that this client has, by id. */
  readonly messages = new Map<string, Message>();
  /** Client ids of its own messages that the server acknowledged. */
  readonly acknowledged = new Set<string>();
  /** Events so far, as `[name, payload]`. */
  readonly received: [string, unknown][] = [];
  /** Times of connecting, epoch milliseconds. */
  readonly connectedAt: number[] = [];
  #isClosed = false;

  constructor(
    readonly origin: string,
    readonly member: SeededMember,
  ) {
    this.socket = io(origin, {
      ...REALTIME_OPTIONS,
      transports: ['websocket'],
      auth: { token: member.token },
      forceNew: true,
    });
    this.socket.onAny((event: string, payload: unknown) => this.received.push([event, payload]));
    this.socket.on('message:received', (message: Message) => this.messages.set(message.id, message));
    this.socket.on('connect', () => void this.connectedAt.push(Date.now()));
    this.socket.on('connect_error', () => this.#reconnect());
    this.socket.on('disconnect', (reason) => {
      if (reason === 'io server disconnect') this.#reconnect();
    });
    for (const event of STORED_EVENTS)
      this.socket.on(event, (_payload: unknown, received: () => void) => received());
  }

  /** Resolves once connected. @throws once closed, so that nothing waits for ever when a test has failed */
  async whenConnected(): Promise<this> {
    while (!this.socket.connected) {
      if (this.#isClosed) throw new Error('This client is closed');
      await wait(20);
    }
    return this;
  }

  /** Sends a message to the family until the server acknowledges it. */
  async sendMessage(content: string): Promise<void> {
    const { familyId } = this.member;
    const clientId = v7();
    await this.emitUntilAcknowledged('message:send', { content, familyId, clientId });
    this.acknowledged.add(clientId);
  }

  /** Repeats an event until the server acknowledges it. */
  async emitUntilAcknowledged(event: string, payload: object): Promise<void> {
    for (;;) {
      await this.whenConnected();
      const reply: unknown = await this.socket
        .timeout(ACK_TIMEOUT_MS)
        .emitWithAck(event, payload)
        .catch(() => undefined);
      if (typeof reply === 'object' && reply !== null && 'ok' in reply) return;
      await wait(200);
    }
  }

  /** Fetches all messages of the family. */
  async fetchMessages(): Promise<void> {
    let before: string | undefined;
    for (;;) {
      const page = await this.get<Message[]>(
        `/api/messages/family/${this.member.familyId}?limit=${PAGE}${before ? `&before=${before}` : ''}`,
      );
      for (const message of page) this.messages.set(message.id, message);
      before = page[0]?.id;
      if (page.length < PAGE) return;
    }
  }

  async get<Answer>(path: string): Promise<Answer> {
    const answer = await this.call('GET', path);
    // A server that is too busy asks to come again.
    if (answer.status === 503) {
      await new Promise((resolve) => setTimeout(resolve, 250));
      return this.get(path);
    }
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`);
    return (await answer.json()) as Answer;
  }

  call(method: string, path: string): Promise<Response> {
    const headers = { authorization: `Bearer ${this.member.token}` };
    return fetch(`${this.origin}${path}`, { method, headers });
  }

  close(): void {
    this.#isClosed = true;
    this.socket.close();
  }

  /** Socket.IO gives up when the server refuses a handshake, as it does while its database is unavailable. */
  #reconnect(): void {
    setTimeout(() => {
      if (!this.#isClosed && !this.socket.active) this.socket.connect();
    }, RECONNECT_DELAY_MS);
  }
}
