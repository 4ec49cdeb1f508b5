import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app';
import { systemClock, uuids } from './clock';
import { connectRedis } from './sockets/redis';
import { runCommand } from './cli/commands';
import { type Config, httpOrigin, readConfig } from './config';
import { loadSecret, loadVapidKey, prepareDataDirectory } from './dataDirectory';
import { openDatabase } from './db/database';
import { argon2Hasher } from './features/session/passwords';
import { eventLoopLoad } from './http/loadShedding';
import { StartupError } from './domainError';

/** Process managers usually kill a process 10 s after the signal. */
const STOP_TIMEOUT_MS = 9_000;
/** Connections that are still open by then are closed. */
const CLOSE_CONNECTIONS_AFTER_MS = 7_000;

/** The client is built next to the server. Not from import.meta.url, which the bundler replaces by the source's path. */
const clientDirectory = join(dirname(process.argv[1] ?? ''), '../client');

async function build(config: Config): Promise<FastifyInstance> {
  prepareDataDirectory(config.dataDir);
  const secret = config.jwtSecret ?? loadSecret(config.dataDir);
  const { isOn, subject, privateKey } = config.push;
  return buildApp({
    config,
    vapidPrivateKey: isOn && subject !== undefined ? (privateKey ?? loadVapidKey(config.dataDir)) : undefined,
    database: await openDatabase(config),
    redis: config.redisUrl === undefined ? undefined : await connectRedis(config.redisUrl),
    secret,
    clock: systemClock,
    ids: uuids,
    passwords: argon2Hasher(),
    clientDirectory,
    load: eventLoopLoad(),
    logTo: process.stderr,
  });
}

/**
 * New connections that wait for the server to take them, as far as the system allows. Of more, which Node's 511 are soon, the
 * system lets each try again for seconds.
 */
const WAITING_CONNECTIONS = 4_096;

/** @returns the port, which the system chooses for PORT=0 */
async function listen(app: FastifyInstance, { host, port, metricsAddress }: Config): Promise<number> {
  await app.listenForMetrics().catch((error: unknown) => {
    throw listenError(error, metricsAddress?.host ?? '', metricsAddress?.port ?? 0, 'METRICS_ADDR');
  });
  try {
    // For 'localhost' Fastify would open a second server, without Socket.IO.
    await app.listen({
      host: host === 'localhost' ? '127.0.0.1' : host,
      port,
      backlog: WAITING_CONNECTIONS,
      listenTextResolver: () => 'listening',
    });
  } catch (error) {
    throw listenError(error, host, port);
  }
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

/** @param setting the one that holds host and port; undefined for HOST and PORT */
function listenError(error: unknown, host: string, port: number, setting?: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return new StartupError(`${setting ?? 'PORT'} ${port} is in use on ${host}; choose another one.`);
  if (code === 'EACCES')
    return new StartupError(
      `${setting ?? 'PORT'} ${port} may not be opened by this user; choose one above 1023.`,
    );
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartupError(`${setting ?? 'HOST'} ${host} is no address of this machine.`);
  return error;
}

/** Stops the server once: refuses new requests, finishes running ones, closes the database. */
function stopOnSignals(app: FastifyInstance): void {
  let stopping = false;
  function stop(exitCode: number): void {
    if (stopping) return;
    stopping = true;
    setTimeout(() => app.server.closeAllConnections(), CLOSE_CONNECTIONS_AFTER_MS).unref();
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
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
  // Only the user of this process may read the files it writes.
  process.umask(0o077);
  const settings = readConfig(process.env);
  if ('problems' in settings) throw new StartupError(settings.problems.join('\n'));
  const commandLine = process.argv.slice(2);
  if (commandLine.length > 0) {
    process.stdout.write(`${await runCommand(commandLine, settings.config, systemClock)}\n`);
    return;
  }
  const app = await build(settings.config);
  stopOnSignals(app);
  const port = await listen(app, settings.config);
  process.stdout.write(`Kinmap is ready at ${httpOrigin(settings.config.host, port)}\n`);
}

main().catch((error: unknown) => {
  const message =
    error instanceof StartupError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${message}\n`);
  process.exit(1);
});
