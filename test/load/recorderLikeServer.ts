/**
 * A server for comparison, run in a process of its own. It works as STORE.md of the OwnTracks Recorder describes: each position
 * is a line at the end of the month's file of a user and device, and the last one has a file of its own. There is no database,
 * no check of the key, no geofence and no page that hears of it. Sends its origin to its parent.
 */
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const folder = mkdtempSync(join(tmpdir(), 'recorder-'));

function store(user: string, payload: string): void {
  const { tst } = JSON.parse(payload) as { tst: number };
  const time = new Date(tst * 1_000).toISOString();
  const [records, last] = [join(folder, 'rec', user, 'phone'), join(folder, 'last', user, 'phone')];
  for (const path of [records, last]) mkdirSync(path, { recursive: true });
  appendFileSync(join(records, `${time.slice(0, 7)}.rec`), `${time}\t*                 \t${payload}\n`);
  writeFileSync(join(last, `${user}-phone.json`), payload);
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const key = request.headers.authorization?.slice('Basic '.length) ?? '';
  store(Buffer.from(key, 'base64').toString('hex').slice(0, 64), await text(request));
  response.setHeader('content-type', 'application/json').end('[]');
}

const server = createServer((request, response) => void answer(request, response));
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('disconnect', () => {
  rmSync(folder, { recursive: true });
  process.exit(0);
});
