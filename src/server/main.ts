import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app';
import { systemClock, uuids } from './clock';
import { openBus } from './sockets/redis';
import { runCommand } from './cli/commands';
import { type Config, readConfig } from './config';
import { keptSecret, prepareDataDirectory } from './dataDirectory';
import { openStore } from './db/store';
import { argon2Hasher } from './features/session/passwords';
import { eventLoopLoad } from './http/loadShedding';
import { StartupError } from './domainError';

/** The longest a stop may take; process managers usually kill after 10 s. */
const STOP_WITHIN_MS = 9_000;
/** Connections that are still open by then are cut. */
const CUT_AFTER_MS = 7_000;

/** The client is built beside the server. Not from import.meta.url, which the bundler turns into the source's place. */
const clientDirectory = join(dirname(process.argv[1] ?? ''), '../client');

async function build(config: Config): Promise<FastifyInstance> {
  prepareDataDirectory(config.dataDir);
  const secret = config.jwtSecret ?? keptSecret(config.dataDir);
  return buildApp({
    config,
    database: await openStore(config),
    bus: config.redisUrl === undefined ? undefined : await openBus(config.redisUrl),
    secret,
    clock: systemClock,
    ids: uuids,
    passwords: argon2Hasher(),
    clientDirectory,
    load: eventLoopLoad(),
    logTo: process.stderr,
  });
}

/** @returns the port that was taken, which PORT=0 leaves open */
async function listen(app: FastifyInstance, { host, port }: Config): Promise<number> {
  try {
    // For 'localhost' Fastify would open a second server, which has no sockets.
    await app.listen({
      host: host === 'localhost' ? '127.0.0.1' : host,
      port,
      listenTextResolver: () => 'listening',
    });
  } catch (error) {
    throw listenRefusal(error, host, port);
  }
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

function listenRefusal(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return new StartupError(`PORT ${port} is in use on ${host}; choose another one.`);
  if (code === 'EACCES')
    return new StartupError(`PORT ${port} may not be opened by this user; choose one above 1023.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartupError(`HOST ${host} is no address of this machine.`);
  return error;
}

/** Stops once: no new requests, what is under way is finished, the database is closed. */
function stopOnSignals(app: FastifyInstance): void {
  let stopping = false;
  function stop(exitCode: number): void {
    if (stopping) return;
    stopping = true;
    setTimeout(() => app.server.closeAllConnections(), CUT_AFTER_MS).unref();
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    app.close().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        app.log.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(0));
  for (const fault of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(fault, (error: unknown) => {
      app.log.fatal({ err: error }, fault);
      stop(1);
    });
  }
}

async function main(): Promise<void> {
  // What this process writes is for its own user only.
  process.umask(0o077);
  const settings = readConfig(process.env);
  if ('problems' in settings) throw new StartupError(settings.problems.join('\n'));
  const words = process.argv.slice(2);
  if (words.length > 0) {
    process.stdout.write(`${await runCommand(words, settings.config, systemClock)}\n`);
    return;
  }
  const app = await build(settings.config);
  stopOnSignals(app);
  const port = await listen(app, settings.config);
  const host = settings.config.host.includes(':') ? `[${settings.config.host}]` : settings.config.host;
  process.stdout.write(`Kinmap is ready at http://${host}:${port}\n`);
}

main().catch((error: unknown) => {
  const lines =
    error instanceof StartupError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${lines}\n`);
  process.exit(1);
});
