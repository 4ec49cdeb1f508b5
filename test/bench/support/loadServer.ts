import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { type BareSocket, openBareSocket } from './bareSocket';
import { CENTER } from './receiver';
import type { TestMember, TownSize } from './town';

export type ServerKind = 'product' | 'plain' | 'socketio' | 'fastify';

/** What the bench asks a server's process. */
export type Question = { ask: 'cpu' } | { ask: 'startProfile'; to: string } | { ask: 'stopProfile' };

export interface Answer {
  /** Set in the first message only. */
  readonly ready?: { readonly members: readonly TestMember[]; readonly port: number };
  /** User and system time since the start. */
  readonly cpuMicroseconds?: number;
}

/** A server in a process of its own. */
export interface LoadServer {
  readonly port: number;
  readonly members: readonly TestMember[];
  ask(question: Question): Promise<Answer>;
  end(): void;
}

/** Resolves once the server listens. */
export async function startLoadServer(kind: ServerKind, size: TownSize): Promise<LoadServer> {
  const child = fork(join(import.meta.dirname, 'serverProcess.ts'), [kind, JSON.stringify(size)]);
  const { ready } = await nextAnswer(child, kind);
  if (!ready) throw new Error(`The server ${kind} did not start`);
  return {
    ...ready,
    ask(question) {
      const answer = nextAnswer(child, kind);
      child.send(question);
      return answer;
    },
    end: () => void child.kill('SIGKILL'),
  };
}

function nextAnswer(child: ChildProcess, kind: ServerKind): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null): void => reject(new Error(`The server ${kind} ended (${code})`));
    child.once('exit', onExit);
    child.once('message', (answer: Answer) => {
      child.off('exit', onExit);
      resolve(answer);
    });
  });
}

/** A phone that speaks as little of Socket.IO as possible, so that the load costs less than the server. */
export interface LoadClient {
  sendFix(number: number): void;
}

export interface LoadClientEvents {
  acknowledged(client: LoadClient): void;
  /** @param number of the fix that another client sent */
  delivered(number: number): void;
}

/** A fix carries its number in its time, one millisecond each. */
const FIRST_TIME = Date.now() - 20 * 24 * 3_600_000;
const CONNECTED_AT_ONCE = 50;

/** Opens one connection for each member. */
export async function connectAll(
  { port, members }: LoadServer,
  events: LoadClientEvents,
): Promise<LoadClient[]> {
  const clients: LoadClient[] = [];
  for (let from = 0; from < members.length; from += CONNECTED_AT_ONCE) {
    const batch = members.slice(from, from + CONNECTED_AT_ONCE);
    clients.push(...(await Promise.all(batch.map(({ token }) => connect(port, token, events)))));
  }
  return clients;
}

function connect(port: number, token: string, events: LoadClientEvents): Promise<LoadClient> {
  return new Promise((resolve, reject) => {
    const socket = openBareSocket(port, '/socket.io/?EIO=4&transport=websocket', {
      received(text) {
        if (text.startsWith('43')) {
          if (text.includes('[{"ok":true')) events.acknowledged(client);
          else throw new Error(`The server refused a fix: ${text}`);
        } else if (text.startsWith('42["location:updated"')) {
          const start = text.indexOf('"timestamp":"') + 13;
          events.delivered(Date.parse(text.slice(start, start + 24)) - FIRST_TIME);
        } else if (text.startsWith('0')) socket.send(`40${JSON.stringify({ token })}`);
        else if (text.startsWith('40')) resolve(client);
        else if (text.startsWith('44')) reject(new Error(text));
        else if (text === '2') socket.send('3');
      },
      failed: reject,
    });
    const client = createClient(socket);
  });
}

function createClient(socket: BareSocket): LoadClient {
  let steps = 0;
  return {
    sendFix(number) {
      steps += 1;
      const fix = {
        latitude: Number((CENTER.latitude + steps / 50_000).toFixed(6)),
        longitude: Number((CENTER.longitude + steps / 50_000).toFixed(6)),
        accuracy: 8,
        timestamp: new Date(FIRST_TIME + number).toISOString(),
      };
      socket.send(`42${number}["location:update",${JSON.stringify(fix)}]`);
    },
  };
}
