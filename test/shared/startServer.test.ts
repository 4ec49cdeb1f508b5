import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDataDir, startServer } from '../support/server';

/** Writes a program that stands in for the built server. */
function program(source: string): string {
  const entry = join(makeDataDir(), 'main.mjs');
  writeFileSync(entry, source);
  return entry;
}

const SERVER = `
  import { createServer } from 'node:http';
  const server = createServer((request, response) =>
    response.end('# HELP sockets\\nsockets{kind="open"} 2\\nup 1\\n'));
  server.listen(Number(process.env.PORT), '127.0.0.1', () =>
    console.log('Kinmap is ready at http://127.0.0.1:' + server.address().port));
  process.on('SIGTERM', () => process.exit(0));
  console.error('secret:' + process.env.DATABASE_URL + ' data:' + process.env.DATA_DIR);
`;

describe('starting the server', () => {
  it('given a server that gets ready, then it can be reached, read and stopped', async () => {
    const server = await startServer({ entry: program(SERVER) });
    expect(server.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/u);
    expect(existsSync(server.dataDir)).toBe(true);
    expect((await server.metrics()).get('sockets{kind="open"}')).toBe(2);
    expect(await server.stop()).toBe(0);
    expect(await server.stop()).toBe(0);
  });

  it("given the developer's own settings, then they do not reach the server", async () => {
    process.env.DATABASE_URL = 'postgres://mine';
    const server = await startServer({ entry: program(SERVER) });
    delete process.env.DATABASE_URL;
    await server.kill9();
    expect(server.output()).toContain(`secret:undefined data:${server.dataDir}`);
  });

  it('given a data folder, then the next server gets the same one', async () => {
    const entry = program(SERVER);
    const before = await startServer({ entry });
    await before.kill9();
    expect(await before.exited).toBeNull();
    const after = await startServer({ entry, dataDir: before.dataDir });
    expect(after.dataDir).toBe(before.dataDir);
    await after.stop();
    rmSync(after.dataDir, { recursive: true });
  });

  it('given a server that ends at once, then its own words are in the error', async () => {
    const entry = program(`console.error('PORT must be a number'); process.exit(1);`);
    await expect(startServer({ entry })).rejects.toThrow(
      'The server ended (1) before it was ready:\nPORT must be a number',
    );
  });

  it('given no build, then it says what to run', async () => {
    await expect(startServer({ entry: '/nowhere/main.js' })).rejects.toThrow('npm run build');
  });
});
