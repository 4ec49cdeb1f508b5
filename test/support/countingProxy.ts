import { request } from 'node:http';
import { listenOnLoopback } from './loopback';

/** A way to a server on which everything that passes is counted. */
export interface CountingProxy {
  readonly origin: string;
  /** So far. WebSockets are counted and refused. */
  seen(): { requests: number; sockets: number };
  close(): Promise<void>;
}

/** Starts a proxy on the loopback address in front of a server there. */
export async function startProxy(target: string): Promise<CountingProxy> {
  const seen = { requests: 0, sockets: 0 };
  const { origin, close } = await listenOnLoopback((incoming, answer) => {
    seen.requests += 1;
    if (incoming.url?.startsWith('/socket.io')) seen.sockets += 1;
    const { method, headers } = incoming;
    const outgoing = request(`${target}${incoming.url ?? '/'}`, { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    outgoing.on('error', () => answer.destroy());
    incoming.pipe(outgoing);
  });
  return { origin, seen: () => ({ ...seen }), close };
}
