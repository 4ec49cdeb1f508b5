import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type IncomingMessage, request as ask, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Parcel } from '@parcel/core';
import { listenOnLoopback } from '../../support/loopback';

const TYPES: Record<string, string> = { html: 'text/html', js: 'text/javascript', css: 'text/css' };

/** Pages that are built as the product is, and served. */
export interface PageSite {
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * Builds pages of `test/bench/page` and serves them gzipped.
 * @param names of the HTML files
 * @param api answers a path in JSON (undefined: 404), or is the origin of the server that answers what begins with /api
 */
export async function servePages(
  names: readonly string[],
  api: string | ((path: string) => object | undefined) = () => undefined,
): Promise<PageSite> {
  const folder = mkdtempSync(join(tmpdir(), 'kinmap-pages-'));
  // One by one: what pages of one build share is kept whole, also what neither of them uses.
  for (const name of names) await build(name, folder);
  const site = await listenOnLoopback((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://page');
    if (typeof api === 'string' && pathname.startsWith('/api/')) return handOn(api, request, response);
    const answer = typeof api === 'string' ? undefined : api(pathname);
    if (answer) return response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
    try {
      const body = readFileSync(join(folder, pathname));
      // Names of code and style change with what is in them.
      if (!pathname.endsWith('.html')) response.setHeader('cache-control', 'max-age=31536000, immutable');
      response.setHeader('content-type', TYPES[pathname.split('.').pop() ?? ''] ?? 'text/plain');
      return response.setHeader('content-encoding', 'gzip').end(gzipSync(body));
    } catch {
      return response.writeHead(404).end();
    }
  });
  return {
    origin: site.origin,
    async close() {
      await site.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function handOn(origin: string, request: IncomingMessage, response: ServerResponse): void {
  const { method = 'GET', headers, url = '/' } = request;
  const asked = ask(new URL(url, origin), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  request.pipe(asked);
}

/** The program would build the product's own targets only. */
async function build(name: string, folder: string): Promise<void> {
  await new Parcel({
    entries: join(import.meta.dirname, '../page', name),
    defaultConfig: '@parcel/config-default',
    mode: 'production',
    env: { NODE_ENV: 'production' },
    targets: { page: { distDir: folder, engines: { browsers: 'chrome >= 105' } } },
    defaultTargetOptions: { sourceMaps: false, shouldScopeHoist: true, shouldOptimize: true },
    cacheDir: join(folder, 'cache'),
  }).run();
}
