import { WebSocket } from 'ws';
import { clientEvents } from '#contract/events';
import { REALTIME_PATH } from '#contract/limits';
import type { Random } from './random';
import { type Values, asJson, garbled } from './values';

/** More unanswered packets would only wait in buffers. */
const MAX_IN_FLIGHT = 100;
/** The share of packets for which the server may close the connection. */
const FATAL_SHARE = 0.005;
/** Events without a listener. */
const UNKNOWN = ['error', 'message', '__proto__', 'constructor', 'then', 'toString', 'hasOwnProperty', ''];
/** Events that only the libraries may raise: a client that sends one is disconnected. */
const RESERVED = ['connect', 'connect_error', 'disconnect', 'disconnecting', 'newListener', 'removeListener'];
/** Frames that are no packets. */
const FRAMES = [
  '',
  '4',
  '40',
  '41',
  '42',
  '43',
  '44{}',
  '45',
  '451-["x"]',
  '452-[]',
  '9',
  '42{}',
  '42[]',
  '42[null]',
  '42[[]]',
  '42["x"',
  '42/other,["x"]',
  '421e9["x"]',
  '420[{}]',
  '0{"sid":1}',
  '2probe',
  '5',
  '3',
  '\u0000',
];

/** A raw websocket that connects again when the server closes it. */
export interface PacketSender {
  /** Sends this many packets. @returns how many were acknowledged and how often the server closed the connection */
  send(count: number): Promise<{ acknowledged: number; closed: number }>;
  close(): void;
}

/** @param token of an existing person */
export function packetSender(origin: string, token: string, random: Random, values: Values): PacketSender {
  const address = `${origin.replace('http', 'ws')}${REALTIME_PATH}/?EIO=4&transport=websocket`;
  const seen = { acknowledged: 0, closed: 0 };
  let socket: WebSocket | undefined;
  let id = 0;
  let waiting = 0;

  async function open(): Promise<WebSocket> {
    if (socket?.readyState === WebSocket.OPEN) return socket;
    const fresh = new WebSocket(address);
    socket = fresh;
    waiting = 0;
    fresh.on('error', () => undefined);
    fresh.on('close', () => {
      seen.closed += 1;
    });
    await new Promise<void>((resolve, reject) => {
      fresh.once('close', () => reject(new Error('The server refused the connection')));
      fresh.on('message', (data) => {
        const text = (data as Buffer).toString();
        if (text === '2') fresh.send('3');
        if (text.startsWith('0')) fresh.send(`40${JSON.stringify({ token })}`);
        if (text.startsWith('40')) resolve();
        if (text.startsWith('43')) [waiting, seen.acknowledged] = [waiting - 1, seen.acknowledged + 1];
        // Alerts ask for an acknowledgement.
        const asked = /^42(\d+)\[/u.exec(text)?.[1];
        if (asked) fresh.send(`43${asked}[]`);
      });
    });
    return fresh;
  }

  return {
    async send(count) {
      Object.assign(seen, { acknowledged: 0, closed: 0 });
      for (let sent = 0; sent < count; sent += 1) {
        const connection = await open();
        if (random.chance(FATAL_SHARE)) {
          // The server may close the connection for this packet, so all acknowledgements are awaited first.
          await drained(connection, () => waiting <= 0);
          connection.send(fatalPacket(random, values));
          await new Promise((resolve) => setTimeout(resolve, 10));
          continue;
        }
        const isAsking = random.chance(0.9);
        if (isAsking) waiting += 1;
        connection.send(packet(random, values, isAsking ? String((id += 1)) : ''));
        if (sent % 20 === 0) await new Promise(setImmediate);
        await drained(connection, () => waiting < MAX_IN_FLIGHT);
      }
      await drained(await open(), () => waiting <= 0);
      return { ...seen };
    },
    close: () => socket?.terminate(),
  };
}

/** Waits until the answers have arrived or the connection is closed, at most about a second. */
async function drained(connection: WebSocket, isDone: () => boolean): Promise<void> {
  for (let turn = 0; turn < 200 && !isDone() && connection.readyState === WebSocket.OPEN; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Packets that Kinmap's client never sends; only for these the server may close the connection. */
function fatalPacket(random: Random, values: Values): string | Buffer {
  switch (random.below(4)) {
    case 0:
      return random.pick(FRAMES);
    case 1:
      return Buffer.alloc(random.below(200), random.below(256));
    case 2:
      return `42${asJson([random.pick(RESERVED), values.nasty()])}`;
    default:
      return garbled(packet(random, values, ''), random);
  }
}

/** An event, known or not, with a payload that fits or does not. @param id of the acknowledgement it asks for, or empty */
function packet(random: Random, values: Values, id: string): string {
  const [event, schema] = random.pick(Object.entries(clientEvents));
  const payload = random.chance(0.3) ? values.fitting(schema) : values.broken(schema);
  const name = random.chance(0.95)
    ? event
    : random.chance(0.3)
      ? `x${asJson(values.nasty())}`
      : random.pick(UNKNOWN);
  const more = Array.from({ length: random.chance(0.05) ? random.below(100) : 0 }, () => values.nasty());
  return `42${id}${asJson(random.chance(0.02) ? [name] : [name, payload, ...more])}`;
}
