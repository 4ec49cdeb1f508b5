import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config, Registration } from '#server/config';
import { DomainError, StartupError } from '#server/domainError';
import { sendError } from './errors';

/** Parcel adds 8 hexadecimal digits of the content's hash to the names of files that never change. */
const HASHED_NAME = /\.[0-9a-f]{8}\.[a-z0-9]+(\.br|\.gz)?$/u;
const FOREVER = 'public, max-age=31536000, immutable';
/** The route of @fastify/static, whose answers depend on Accept-Encoding. */
const FILES_ROUTE = '/*';
const ONE_HOUR = 'public, max-age=3600';
/** The browser asks for these at each use: they bring new versions of the app. */
const UNCACHED = /\/(serviceWorker\.js|manifest\.webmanifest)(\.br|\.gz)?$/u;

/** The settings that the page needs. */
type PageSettings = Pick<
  Config,
  'tileUrl' | 'tileUrlDark' | 'tileAttribution' | 'geocoderUrl' | 'registration' | 'smtpUrl'
>;

/**
 * Serves the built client: its files, and its page for every path that can be a screen.
 * @param directory absolute path of the client's build
 * @param registration who may make an account now; anyone may before the first account
 * @throws StartupError when there is no build
 */
export async function addStaticFiles(
  app: FastifyInstance,
  directory: string,
  settings: PageSettings,
  registration: () => Promise<Registration>,
): Promise<void> {
  const [page, firstPage] = [
    pageWithSettings(directory, settings),
    pageWithSettings(directory, { ...settings, registration: 'open' }),
  ];
  const sendPage = async (reply: FastifyReply): Promise<FastifyReply> => {
    // The page has to load also while the database is unreachable; the server decides about a registration in any case.
    const isFirst = (await registration().catch(() => settings.registration)) !== settings.registration;
    const type = 'text/html; charset=utf-8';
    return reply
      .header('cache-control', 'no-cache')
      .type(type)
      .send(isFirst ? firstPage : page);
  };

  await app.register(fastifyStatic, {
    root: directory,
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    allowedPath: isPublicFile,
    setHeaders(response, path) {
      response.setHeader('cache-control', cacheControl(path));
    },
  });
  app.addHook('onSend', async (request, reply) => {
    if (request.routeOptions.url !== FILES_ROUTE) return;
    const others = reply.getHeader('vary');
    reply.header('vary', others === undefined ? 'accept-encoding' : `${String(others)}, accept-encoding`);
  });
  app.setNotFoundHandler((request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    return isRead && isPagePath(request.url)
      ? sendPage(reply)
      : sendError(new DomainError('not_found'), reply);
  });
}

function cacheControl(path: string): string {
  if (HASHED_NAME.test(path)) return FOREVER;
  return UNCACHED.test(path) ? 'no-cache' : ONE_HOUR;
}

/** Source maps and the bare page are not served, and compressed files only in place of the plain ones. */
function isPublicFile(path: string): boolean {
  return isSafePath(path) && !/(\/|\.map|\.br|\.gz|^\/*index\.html)$/iu.test(path);
}

/** False for a path that leaves the directory or names a hidden file. */
function isSafePath(path: string): boolean {
  return !/[\\\0]/u.test(path) && !path.split('/').some((segment) => segment.startsWith('.'));
}

/** True for the address of a screen: neither API nor file name. */
function isPagePath(url: string): boolean {
  const path = decoded(url.split('?')[0] ?? '');
  if (path === undefined || !isSafePath(path)) return false;
  const segments = path.split('/').filter((segment) => segment !== '');
  if (/^(api|phone|pictures|socket\.io|livez|readyz|metrics)$/iu.test(segments[0] ?? '')) return false;
  if (path === '/index.html') return true;
  return !segments.at(-1)?.includes('.');
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** The page with the settings in a meta element, which needs no inline script. */
function pageWithSettings(
  directory: string,
  { tileUrl, tileUrlDark, tileAttribution, geocoderUrl, registration, smtpUrl }: PageSettings,
): string {
  const html = builtPage(directory);
  const sendsEmail = smtpUrl !== undefined;
  const settings = { tileUrl, tileUrlDark, tileAttribution, geocoderUrl, registration, sendsEmail };
  const content = escapeHtml(JSON.stringify(settings));
  const meta = `<meta name="kinmap-settings" content="${content}">`;
  // The build leaves out the optional <head> tag.
  const head = /<html(\s[^>]*)?>(\s*<head(\s[^>]*)?>)?/iu.exec(html);
  if (!head)
    throw new StartupError(
      `${join(directory, 'index.html')} has no <html>; build it again with: npm run build`,
    );
  const end = head.index + head[0].length;
  return html.slice(0, end) + meta + html.slice(end);
}

function builtPage(directory: string): string {
  try {
    return readFileSync(join(directory, 'index.html'), 'utf8');
  } catch {
    throw new StartupError(`There is no client at ${directory}; build it first with: npm run build`);
  }
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
