import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { type BareSocket, openBareSocket } from './bareSocket';
import { hear } from './hear';
import type { Answer, Question, ServerKind } from './serverTypes';
import type { Citizen, TownSize } from './town';
import { PLACE } from './reception';

/** A server in a process of its own. */
export interface LoadedServer {
  readonly port: number;
  readonly citizens: readonly Citizen[];
  ask(question: Question): Promise<Answer>;
  end(): void;
}

/** Starts one and waits until it listens. */
export async function startLoadedServer(kind: ServerKind, size: TownSize): Promise<LoadedServer> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'serverProcess.ts'), [
    kind,
    JSON.stringify(size),
  ]);
  const heard = (): Promise<Answer> => hear(child, kind);
  const { ready } = await heard();
  if (!ready) throw new Error('The server did not get ready');
  return {
    ...ready,
    ask(question) {
      const answer = heard();
      child.send(question);
      return answer;
    },
    end: () => void child.kill('SIGKILL'),
  };
}

/** A phone that speaks as little of Socket.IO as it can, so that the load costs less than the server. */
export interface LoadClient {
  readonly citizen: Citizen;
  /** Sends the next fix. */
  send(number: number): void;
  /** Writes something to the family. */
  write(number: number): void;
}

/** What the clients hear. */
export interface Heard {
  /** @param number of what the client sent */
  acknowledged(client: LoadClient, number: number): void;
  /** @param number of the fix that was delivered */
  delivered(number: number): void;
  refused(): void;
}

/** Fixes are told apart by their times, one millisecond each. */
const FIRST_TIME = Date.now() - 20 * 24 * 3_600_000;

/** Opens one connection for each citizen. */
export async function connectAll(
  { port, citizens }: LoadedServer,
  kind: ServerKind,
  heard: Heard,
): Promise<LoadClient[]> {
  const clients: LoadClient[] = [];
  for (let from = 0; from < citizens.length; from += 50)
    clients.push(
      ...(await Promise.all(citizens.slice(from, from + 50).map((one) => connect(port, kind, one, heard)))),
    );
  return clients;
}

function connect(port: number, kind: ServerKind, citizen: Citizen, heard: Heard): Promise<LoadClient> {
  const path = kind === 'ws' ? '/' : '/socket.io/?EIO=4&transport=websocket';
  return new Promise((resolve, reject) => {
    const socket = openBareSocket(port, path, {
      opened() {
        if (kind === 'ws') socket.send(citizen.token);
      },
      heard(text) {
        if (text.startsWith('43')) {
          if (text.includes('[{"ok":true')) heard.acknowledged(client, Number.parseInt(text.slice(2), 10));
          else heard.refused();
        } else if (text.startsWith('42["location:updated"')) {
          const at = text.indexOf('"timestamp":"') + 13;
          heard.delivered(Date.parse(text.slice(at, at + 24)) - FIRST_TIME);
        } else if (text.startsWith('0')) socket.send(`40${JSON.stringify({ token: citizen.token })}`);
        else if (text.startsWith('40') || text === 'in') resolve(client);
        else if (text.startsWith('44')) reject(new Error(text));
        else if (text === '2') socket.send('3');
      },
      failed: reject,
    });
    const client = clientOf(socket, citizen);
  });
}

function clientOf(socket: BareSocket, citizen: Citizen): LoadClient {
  let place = 0;
  return {
    citizen,
    send(number) {
      place += 1;
      const fix = {
        latitude: Number((PLACE.latitude + place / 50_000).toFixed(6)),
        longitude: Number((PLACE.longitude + place / 50_000).toFixed(6)),
        accuracy: 8,
        timestamp: new Date(FIRST_TIME + number).toISOString(),
      };
      socket.send(`42${number}["location:update",${JSON.stringify(fix)}]`);
    },
    write(number) {
      const message = {
        content: `Number ${number}`,
        familyId: citizen.familyId,
        clientId: `number-${number}`,
      };
      socket.send(`42${number}["message:send",${JSON.stringify(message)}]`);
    },
  };
}
