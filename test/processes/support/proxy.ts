import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy in front of several servers. */
export interface Proxy {
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * Passes connections on, in turn, to those servers that take them; a connection stays where it is and ends with its
 * server.
 * @param origins of the servers
 */
export async function startProxy(origins: readonly string[]): Promise<Proxy> {
  const ports = origins.map((origin) => Number(new URL(origin).port));
  const open = new Set<Socket>();
  let turn = 0;
  const proxy = createServer((client) => {
    open.add(client);
    client.on('error', () => client.destroy()).on('close', () => open.delete(client));
    turn += 1;
    passOn(
      client,
      ports.map((_, index) => ports[(turn + index) % ports.length] ?? 0),
    );
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        for (const client of open) client.destroy();
        proxy.close(() => resolve());
      }),
  };
}

function passOn(client: Socket, [port, ...others]: readonly number[]): void {
  if (port === undefined) return void client.destroy();
  const server = connect(port, '127.0.0.1');
  let isConnected = false;
  server.once('connect', () => {
    isConnected = true;
    client.pipe(server).pipe(client);
    client.once('close', () => server.destroy());
  });
  server.once('error', () => {
    if (isConnected) client.destroy();
    else passOn(client, others);
  });
  server.once('close', () => isConnected && client.destroy());
}
