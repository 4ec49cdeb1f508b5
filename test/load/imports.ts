/**
 * `npx tsx test/load/imports.ts`, after `npm run build`: makes a Google Timeline file of almost 200 MB, imports it into a
 * server of its own over HTTP and undoes it. Prints the seconds, the server's memory (RSS, from /proc, so on Linux only) and
 * the longest wait for `GET /livez` meanwhile. MEGABYTES makes the file smaller; SERVER_OPTIONS=--heap-prof profiles the server.
 */
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Import, IMPORT_TYPE } from '#contract/imports';
import { IMPORT_MAX_BYTES } from '#contract/limits';
import { routes } from '#contract/routes';
import { MemberClient } from '../support/memberClient';
import { startServer } from '../support/server';
import { timelineFile } from '../support/timelineFiles';

/** The form with the most positions in its bytes. */
const FORMAT = 'googlePhone';
const MEGABYTE = 1024 * 1024;
const BYTES = Math.min(IMPORT_MAX_BYTES, Number(process.env['MEGABYTES'] ?? 200) * MEGABYTE) * 0.99;
const SAMPLED_EVERY_MS = 200;

const sizeOf = (fixes: number): number =>
  [...timelineFile(FORMAT, fixes)].reduce((sum, { length }) => sum + length, 0);
const FIXES = Math.floor(BYTES / (sizeOf(10_000) / 10_000));

const server = await startServer({
  env: { LOG_LEVEL: 'warn', NODE_OPTIONS: process.env['SERVER_OPTIONS'] ?? '' },
});
const ana = new MemberClient(server.origin);
await ana.register({ name: 'Ana', email: 'ana@example.com', password: 'correct horse battery' });

/** Megabytes. */
const memory = (): number => {
  const [, kilobytes = '0'] =
    /VmRSS:\s+(\d+)/u.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
};

/** Runs the work and prints what it cost. */
async function measure<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const [before, begun] = [memory(), performance.now()];
  let [most, longest] = [before, 0];
  const done = new AbortController();
  const sample = async (): Promise<void> => {
    while (!done.signal.aborted) {
      const asked = performance.now();
      await (await fetch(`${server.origin}/livez`)).arrayBuffer();
      longest = Math.max(longest, performance.now() - asked);
      most = Math.max(most, memory());
      await wait(SAMPLED_EVERY_MS);
    }
  };
  const sampling = sample();
  const result = await work();
  done.abort();
  await sampling;
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
  process.stdout.write(
    `${name.padEnd(8)} ${seconds} s, memory ${before.toFixed(0)} -> at most ${most.toFixed(0)} MB ` +
      `(+${(most - before).toFixed(0)}), longest wait ${longest.toFixed(0)} ms\n`,
  );
  return result;
}

function upload(): Promise<Import> {
  return new Promise((resolve, reject) => {
    const call = request(`${server.origin}/api/imports?name=Timeline.json`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ana.token}`, 'content-type': IMPORT_TYPE },
    });
    call.on('response', async (answer) => {
      const text = (await answer.toArray()).join('');
      if (answer.statusCode === 201) resolve(Import.parse(JSON.parse(text)));
      else reject(new Error(text));
    });
    pipeline(Readable.from(timelineFile(FORMAT, FIXES)), call).catch(reject);
  });
}

process.stdout.write(`${FIXES} positions, ${(BYTES / MEGABYTE).toFixed(0)} MB\n`);
// The server has just started: what it needs for any request is part of the memory before.
await ana.call(routes.listImports);
await wait(1_000);
const found = await measure('import', upload);
process.stdout.write(`${JSON.stringify(found)}\n`);
await measure('accept', () => ana.call(routes.acceptImport, { params: { id: found.id }, body: {} }));
await measure('undo', () => ana.call(routes.deleteImport, { params: { id: found.id } }));
await server.stop();
