import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Parcel } from '@parcel/core';
import { listenOnLoopback } from '../../support/loopback';
import { MemberClient } from '../../support/memberClient';
import { type RunningServer, startServer } from '../../support/server';

const TYPES: Record<string, string> = { html: 'text/html', js: 'text/javascript', css: 'text/css' };
const PAGES = join(import.meta.dirname, '../page');

/** Pages of `test/bench/page`, built as the product is. */
export interface PageSite {
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * Builds pages and serves them gzipped, each at `/NAME.html`.
 * @param names of the .tsx files
 * @param api answers a path in JSON (undefined: 404), or the origin of a server that answers everything below /api
 */
export async function servePages(
  names: readonly string[],
  api: string | ((path: string) => object | undefined) = () => undefined,
): Promise<PageSite> {
  const folder = mkdtempSync(join(tmpdir(), 'kinmap-pages-'));
  // One build for each page: what pages of one build share is kept whole, even if neither uses all of it.
  for (const name of names) await build(name, folder);
  const site = await listenOnLoopback((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://page');
    if (typeof api === 'string' && pathname.startsWith('/api/')) return forward(api, request, response);
    const answer = typeof api === 'string' ? undefined : api(pathname);
    if (answer) return response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
    try {
      const body = readFileSync(join(folder, pathname));
      // The names of scripts and styles contain a hash.
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

function forward(origin: string, request: IncomingMessage, response: ServerResponse): void {
  const { method = 'GET', headers, url = '/' } = request;
  const forwarded = sendRequest(new URL(url, origin), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  request.pipe(forwarded);
}

/** Fills the one HTML file with the name of the page's script and builds it; Parcel's command line builds the product. */
async function build(name: string, folder: string): Promise<void> {
  const entry = join(PAGES, `${name}.html`);
  writeFileSync(entry, readFileSync(join(PAGES, 'template.html'), 'utf8').replace('SCRIPT', `${name}.tsx`));
  try {
    await new Parcel({
      entries: entry,
      defaultConfig: '@parcel/config-default',
      mode: 'production',
      env: { NODE_ENV: 'production' },
      targets: { page: { distDir: folder, engines: { browsers: 'chrome >= 105' } } },
      defaultTargetOptions: { sourceMaps: false, shouldScopeHoist: true, shouldOptimize: true },
      cacheDir: join(folder, 'cache'),
    }).run();
  } finally {
    rmSync(entry);
  }
}

/**
 * Starts the built product without rate limits and without a tile server, and registers a member with a family.
 * @param env further settings
 */
export async function startServerWithMember(
  env: Record<string, string> = {},
): Promise<{ server: RunningServer; member: MemberClient }> {
  const server = await startServer({
    env: { RATE_LIMITS: 'off', LOG_LEVEL: 'warn', TILE_URL: 'http://127.0.0.1:1/{z}/{x}/{y}.png', ...env },
  });
  const member = new MemberClient(server.origin);
  await member.register({ name: 'Ana Marin', email: 'ana@example.si', password: 'Sunny-days-1' });
  await member.createFamily('The Marins');
  return { server, member };
}
