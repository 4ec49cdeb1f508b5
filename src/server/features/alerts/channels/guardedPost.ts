import type { LookupAddress } from 'node:dns';
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import type { Clock } from '#server/clock';
import { parseUrl } from '#shared/parseUrl';
import { type HttpAnswer, NO_ANSWER, readAnswer } from '../deliveries/httpAnswer';
import { isPublicAddress } from './publicAddresses';
import { nameResolver, type ResolveName } from './resolveName';

/** Posts a text to an address that a person has typed. `address`: it is none that this server sends to. */
export type GuardedPost = (
  address: string,
  text: string,
  headers?: Readonly<Record<string, string>>,
) => Promise<HttpAnswer | { readonly kind: 'address' }>;

const TIMEOUT_MS = 10_000;
/** Answers before the last one, such as "102 Processing". A server that sends them without end keeps ours busy. */
const INTERIM_ANSWERS = 10;

/**
 * The parsed address, if this server may send there: https at its usual port, and no host of its own network by name or
 * number. A host name is resolved and checked when the connection is made.
 * @param hosts that the operator allows, also over http and at any port
 */
export function allowedUrl(address: string, hosts: readonly string[]): URL | undefined {
  const url = parseUrl(address);
  if (!url) return undefined;
  const { protocol, hostname, port, username, password } = url;
  if (username !== '' || password !== '' || !/^https?:$/u.test(protocol)) return undefined;
  if (hosts.includes(hostname)) return url;
  return protocol === 'https:' && port === '' && !isLocalHost(hostname) ? url : undefined;
}

/** @param hostname as `URL` writes it: numbers in any notation are dotted there, and IPv6 is in brackets */
function isLocalHost(hostname: string): boolean {
  const name = hostname.replace(/^\[(.*)\]$/u, '$1').replace(/\.$/u, '');
  return isIP(name) === 0 ? /(^|\.)localhost$/u.test(name) : !isPublicAddress(name);
}

/**
 * Sends to public addresses and to the operator's hosts only, so that no one can make the server call its own network. It
 * follows no redirects, uses no proxy, reads no answers, and reports nothing but their kind.
 * @param resolve finds the addresses of a name
 */
export function guardedPost(
  hosts: readonly string[],
  clock: Clock,
  resolve: ResolveName = nameResolver(),
): GuardedPost {
  return async (address, text, headers = {}) => {
    // Again, because the operator may have taken a host off the list.
    const url = allowedUrl(address, hosts);
    if (!url) return { kind: 'address' };
    const lookup = hosts.includes(url.hostname) ? undefined : publicLookup(resolve);
    const answer = await post(url, text, headers, lookup).catch(() => undefined);
    return answer ? readAnswer(answer.status, answer.retryAfter, clock.now()) : NO_ANSWER;
  };
}

function post(
  url: URL,
  text: string,
  headers: Readonly<Record<string, string>>,
  lookup: LookupFunction | undefined,
): Promise<{ status: number; retryAfter: string | null }> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method: 'POST',
      // A connection of its own, which knows no proxy.
      agent: false,
      lookup,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
        'user-agent': 'Kinmap',
        ...headers,
      },
    });
    const answered = (response: IncomingMessage): void => {
      response.destroy();
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] ?? null });
    };
    // Not `once`: an error event without a listener ends the process.
    request.on('error', reject);
    request.once('response', answered);
    endInterimAnswers(request, reject);
    // Another protocol: Node says nothing else then, neither a response nor an error.
    request.once('upgrade', (response, socket) => {
      socket.destroy();
      answered(response);
    });
    request.once('close', () => reject(new Error('The connection was closed without an answer')));
    request.end(text);
  });
}

/** Gives up on a server that only says that it goes on. */
function endInterimAnswers(request: ClientRequest, reject: (error: Error) => void): void {
  let interim = 0;
  request.on('information', () => {
    interim += 1;
    if (interim <= INTERIM_ANSWERS) return;
    request.destroy();
    // Now, because the answers that have arrived already are still read.
    reject(new Error('The server sends no last answer'));
  });
}

/** Looks up a name for a connection. It fails when any of the name's addresses is not public. */
function publicLookup(resolve: ResolveName): LookupFunction {
  const find = callbackify((name: string) => publicAddresses(resolve, name));
  return (hostname, options, callback) =>
    find(hostname, (error, found) => {
      if (error) callback(error, '', 4);
      // Node asks for all of them when it tries several side by side.
      else if (options.all === true) callback(null, [...found]);
      else callback(null, found[0].address, found[0].family);
    });
}

async function publicAddresses(
  resolve: ResolveName,
  name: string,
): Promise<readonly [LookupAddress, ...LookupAddress[]]> {
  const [first, ...others] = await resolve(name);
  if (!first || ![first, ...others].every(({ address }) => isPublicAddress(address)))
    throw new Error('The name stands for no public address');
  return [first, ...others];
}
