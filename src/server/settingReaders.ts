import { isIP } from 'node:net';
import { parseUrl } from '#shared/parseUrl';
import { isVapidKey } from './vapidKey';

/* What each setting may be, and what to say when it is something else. */

/** An email address with the name that mail programs show beside it. */
export interface MailAddress {
  readonly name: string;
  readonly address: string;
}

/** Shortest signing key in bytes: the output size of HS256 (RFC 7518, 3.2). */
export const JWT_SECRET_MIN_BYTES = 32;
const METRICS_TOKEN_MIN_LENGTH = 16;

/** Makes STARTTLS a must with an smtp address. */
export const SMTP_REQUIRES_TLS = '?requireTLS=true';

/** Secrets that appear in READMEs and tutorials, so they are publicly known. */
const SAMPLE_SECRETS =
  /change[-_ ]?(me|this|it)|^(your|my|a)[-_ ]|example|placeholder|replace[-_ ]?(me|this)|super[-_ ]?secret|secret[-_ ]?key/iu;

/** An invalid setting. Thrown by the readers below and collected by `readConfig`. */
export class BadSetting extends Error {}

/** Reads a whole number within bounds. */
export function wholeNumber(text: string, min: number, max: number): number {
  if (!/^\d{1,9}$/u.test(text) || Number(text) < min || Number(text) > max) {
    throw new BadSetting(`must be a whole number from ${min} to ${max}`);
  }
  return Number(text);
}

/** Reads one of a few words. */
export function oneOf<Word extends string>(text: string, words: readonly Word[]): Word {
  const word = words.find((candidate) => candidate === text);
  if (word === undefined) throw new BadSetting(`must be one of ${words.join(', ')}`);
  return word;
}

/** Reads an http or https address. */
export function webAddress(text: string): URL {
  const address = parseUrl(text);
  if (!address || !/^https?:$/u.test(address.protocol) || address.username || address.password) {
    throw new BadSetting('must be an http or https address');
  }
  return address;
}

/** Reads a host name or an IP address. */
export function host(text: string): string {
  if (!isIP(text) && !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/iu.test(text)) {
    throw new BadSetting('must be a host name or an IP address');
  }
  return text;
}

/** Reads the key that signs tokens. */
export function jwtSecret(text: string): string {
  if (Buffer.byteLength(text) < JWT_SECRET_MIN_BYTES) {
    throw new BadSetting(
      `must be at least ${JWT_SECRET_MIN_BYTES} bytes long, for example from: openssl rand -hex 32`,
    );
  }
  if (SAMPLE_SECRETS.test(text)) {
    throw new BadSetting(
      'looks like a sample that others know; make your own, for example with: openssl rand -hex 32',
    );
  }
  return text;
}

/** Reads the private key by which push services know this server. */
export function vapidKey(text: string): string {
  if (!isVapidKey(text)) throw new BadSetting('must be a private key of P-256: 32 bytes as base64url');
  return text;
}

/** A push service can only ask someone whom it can reach. */
export function vapidSubject(text: string): string {
  if (!/^(mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/u.test(text))
    throw new BadSetting('must be a mailto: or https: address');
  return text;
}

/** Reads origins, separated by commas. */
export function origins(text: string): string[] {
  return text.split(',').map((part) => {
    const address = webAddress(part.trim());
    if (address.pathname !== '/' || address.search || address.hash) {
      throw new BadSetting(
        'must list origins such as https://kinmap.example, separated by commas, without paths',
      );
    }
    return address.origin;
  });
}

/** Reads host names and IP addresses, separated by commas. @returns them as `URL` writes its `hostname` */
export function hostNames(text: string): string[] {
  return text.split(',').map((part) => {
    const name = host(part.trim().replace(/^\[(.*)\]$/u, '$1'));
    const address = parseUrl(`http://${isIP(name) === 6 ? `[${name}]` : name}`);
    if (!address) throw new BadSetting('must list host names or IP addresses');
    return address.hostname;
  });
}

/** Reads the address of map tiles. */
export function tileUrl(text: string): string {
  const { host: tileHost } = webAddress(text);
  if (!['{z}', '{x}', '{y}'].every((part) => text.includes(part)) || /[{}%]/u.test(tileHost)) {
    throw new BadSetting('must be an http or https address with {z}, {x} and {y} in its path');
  }
  return text;
}

/**
 * Addresses and networks. Trusting every peer, or a number of hops from any peer, would let clients choose the address
 * that limits are counted for.
 */
export function trustProxy(text: string): string[] {
  const proxies = text.split(',').map((part) => part.trim());
  if (!proxies.every(isProxy)) {
    throw new BadSetting('must be a list of addresses or networks, or loopback, linklocal, uniquelocal');
  }
  return proxies;
}

function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits = '0', ...rest] = text.split('/');
  const maxBits = isIP(address) === 4 ? 32 : 128;
  return isIP(address) > 0 && /^\d{1,3}$/u.test(bits) && Number(bits) <= maxBits && rest.length === 0;
}

/** Reads the token for `GET /metrics`. */
export function metricsToken(text: string): string {
  if (text.length < METRICS_TOKEN_MIN_LENGTH) {
    throw new BadSetting(`must be at least ${METRICS_TOKEN_MIN_LENGTH} characters long`);
  }
  return text;
}

/** Reads an address with a port. */
export function hostAndPort(text: string): { host: string; port: number } {
  const [, given = '', port = ''] = /^(.+):(\d{1,5})$/u.exec(text) ?? [];
  const name = given.replace(/^\[(.*)\]$/u, '$1');
  if (name === '' || Number(port) > 65_535)
    throw new BadSetting('must be an address and a port, such as 127.0.0.1:9464');
  return { host: host(name), port: Number(port) };
}

/** Reads a text of at most 500 characters. */
export function shortText(text: string): string {
  if (text.length > 500) throw new BadSetting('can be at most 500 characters');
  return text;
}

/** Reads the address of a database or mail server. It may hold a password, so no message repeats it. */
function serverAddress(protocols: RegExp, example: string): (text: string) => string {
  return (text) => {
    const address = parseUrl(text);
    if (!address || !protocols.test(address.protocol) || address.host === '')
      throw new BadSetting(`must be an address such as ${example}`);
    return text;
  };
}

export const postgresAddress = serverAddress(
  /^postgres(ql)?:$/u,
  'postgres://user:password@host:5432/kinmap',
);
export const redisAddress = serverAddress(/^rediss?:$/u, 'redis://host:6379');

const smtpServer = serverAddress(/^smtps?:$/u, 'smtps://user:password@mail.example');

/** Reads the address of a mail server. */
export function smtpUrl(text: string): string {
  const { pathname, search, hash, username, password } = new URL(smtpServer(text));
  if (!['', '/'].includes(pathname) || !['', SMTP_REQUIRES_TLS].includes(search) || hash !== '')
    throw new BadSetting(`can have nothing after the host and port but ${SMTP_REQUIRES_TLS}`);
  if (/%(?![0-9a-f]{2})/iu.test(username + password))
    throw new BadSetting('must have special characters of its user and password encoded, such as %25 for %');
  return text;
}

/** Reads an email address, with or without a name. */
export function mailFrom(text: string): MailAddress {
  const [, name = '', named, bare] =
    /^(?:([^<>",;:@\\\p{C}]*)<([^\s<>@]+@[^\s<>@]+)>|([^\s<>@]+@[^\s<>@]+))$/u.exec(text) ?? [];
  const address = named ?? bare;
  if (address === undefined)
    throw new BadSetting('must be an address such as kinmap@example.org or Kinmap <kinmap@example.org>');
  return { name: name.trim(), address };
}
