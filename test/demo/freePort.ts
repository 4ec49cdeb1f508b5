import { createServer } from 'node:net';

const PORTS_TO_TRY = 50;

/** True when nothing listens on this port of the loopback address. */
function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    });
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

/** The wanted port, or the next one that is free. 0 stays 0: the system picks one. */
export async function freePort(wanted: number): Promise<number> {
  const last = Math.min(wanted + PORTS_TO_TRY, 65_535);
  for (let port = wanted; port <= last; port += 1) if (await isFree(port)) return port;
  throw new Error(`No port from ${wanted} to ${last} is free; set PORT to another one.`);
}
