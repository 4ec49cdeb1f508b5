import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { REALTIME_PATH } from '#contract/limits';
import type { Random } from './random';

/** Connections that are open at the same time. */
const AT_ONCE = 40;
/** Longest stay after a step of the handshake, in milliseconds. */
const STAY_MS = 8;

/**
 * Opens sockets, several at a time, and closes each at a random moment during or just after its handshake, with or without
 * a closing handshake.
 * @param tokens of registered people
 */
export async function connectAndClose(
  origin: string,
  tokens: readonly string[],
  count: number,
  random: Random,
): Promise<void> {
  const address = `${origin.replace('http', 'ws')}${REALTIME_PATH}/?EIO=4&transport=websocket`;
  let left = count;
  const track = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await connectOnce(address, random.pick(tokens), random);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, track));
}

async function connectOnce(address: string, token: string, random: Random): Promise<void> {
  // '0': the transport is open; '40': the socket is connected.
  const lastStep = random.pick(['0', '40']);
  const socket = new WebSocket(address);
  socket.on('error', () => undefined);
  const gone = new Promise((resolve) => socket.once('close', resolve));
  socket.on('message', async (data) => {
    const text = (data as Buffer).toString();
    if (text.startsWith('0')) socket.send(`40${JSON.stringify({ token })}`);
    if (text.startsWith('44')) socket.terminate();
    if (!(lastStep === '0' ? text.startsWith('0') : text.startsWith('40'))) return;
    if (random.chance(0.7)) await wait(random.below(STAY_MS));
    leave(socket, random);
  });
  await gone;
}

function leave(socket: WebSocket, random: Random): void {
  const way = random.below(3);
  if (way === 0) return socket.terminate();
  // Socket.IO's disconnect packet, which leaves the transport open.
  if (way === 1) socket.send('41');
  socket.close();
}
