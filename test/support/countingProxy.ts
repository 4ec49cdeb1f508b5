import { request } from 'node:http';
import { listenOnLoopback } from './loopback';

/** A way to a server on which everything that passes is counted. */
export interface CountingProxy {
  readonly origin: string;
  /** The paths asked for so far, those of sockets too. WebSockets are refused. */
  seen(): readonly string[];
  close(): Promise<void>;
}

/** Starts a proxy on the loopback address in front of a server there. */
export async function startProxy(target: string): Promise<CountingProxy> {
  const seen: string[] = [];
  const { origin, close } = await listenOnLoopback((incoming, answer) => {
    const { method, headers, url = '/' } = incoming;
    seen.push(url);
    const outgoing = request(`${target}${url}`, { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    outgoing.on('error', () => answer.destroy());
    incoming.pipe(outgoing);
  });
  return { origin, seen: () => [...seen], close };
}
