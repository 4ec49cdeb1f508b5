import { setTimeout as wait } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { v7 } from 'uuid';
import type { Message } from '#contract/chat';
import { KEPT_EVENTS } from '#contract/events';
import { REALTIME_OPTIONS } from '#contract/limits';
import type { Resident } from './town';

const ACK_PATIENCE_MS = 3_000;
/** A page of messages. */
const PAGE = 200;

/** What the app on a phone does about its connection: comes again by itself, sends again, fetches what it missed. */
export class Client {
  readonly socket: Socket;
  /** Messages of the family that are known, by their id. */
  readonly messages = new Map<string, Message>();
  /** Names of the own messages that were acknowledged. */
  readonly acknowledged = new Set<string>();
  /** Events so far, as `[name, payload]`. */
  readonly heard: [string, unknown][] = [];
  /** Moments of connecting. */
  readonly connectedAt: number[] = [];

  constructor(
    readonly origin: string,
    readonly resident: Resident,
  ) {
    this.socket = io(origin, {
      ...REALTIME_OPTIONS,
      transports: ['websocket'],
      auth: { token: resident.token },
      forceNew: true,
    });
    this.socket.onAny((event: string, payload: unknown) => this.heard.push([event, payload]));
    this.socket.on('message:received', (message: Message) => this.messages.set(message.id, message));
    this.socket.on('connect', () => void this.connectedAt.push(Date.now()));
    for (const event of KEPT_EVENTS)
      this.socket.on(event, (_payload: unknown, received: () => void) => received());
  }

  /** Resolves once connected. */
  async connected(): Promise<this> {
    while (!this.socket.connected) await wait(20);
    return this;
  }

  /** Writes to the family until it is acknowledged. */
  async write(content: string): Promise<void> {
    const { familyId } = this.resident;
    const clientId = v7();
    await this.insist('message:send', { content, familyId, clientId });
    this.acknowledged.add(clientId);
  }

  /** Sends an event again and again until it is acknowledged. */
  async insist(event: string, payload: object): Promise<void> {
    for (;;) {
      await this.connected();
      const reply: unknown = await this.socket
        .timeout(ACK_PATIENCE_MS)
        .emitWithAck(event, payload)
        .catch(() => undefined);
      if (typeof reply === 'object' && reply !== null && 'ok' in reply) return;
      await wait(200);
    }
  }

  /** Fetches the family's messages, all of them. */
  async fetchMessages(): Promise<void> {
    let before: string | undefined;
    for (;;) {
      const page = await this.get<Message[]>(
        `/api/messages/family/${this.resident.familyId}?limit=${PAGE}${before ? `&before=${before}` : ''}`,
      );
      for (const message of page) this.messages.set(message.id, message);
      before = page[0]?.id;
      if (page.length < PAGE) return;
    }
  }

  async get<Answer>(path: string): Promise<Answer> {
    const answer = await this.call('GET', path);
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`);
    return (await answer.json()) as Answer;
  }

  call(method: string, path: string): Promise<Response> {
    const headers = { authorization: `Bearer ${this.resident.token}` };
    return fetch(`${this.origin}${path}`, { method, headers });
  }

  close(): void {
    this.socket.close();
  }
}
