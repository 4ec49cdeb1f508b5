import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { isVapidKey } from './vapidKey';

/** Everything that can be set from outside, checked. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Absolute path of the folder that holds the database and the signing key. */
  readonly dataDir: string;
  /** Undefined: a key is made at the first start and kept in `dataDir`. */
  readonly jwtSecret: string | undefined;
  /** Of PostgreSQL; undefined: SQLite in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** Of the Redis that joins several processes; undefined: this one is alone. */
  readonly redisUrl: string | undefined;
  /** Origins whose pages may use this server; empty: only the pages it serves itself. */
  readonly publicOrigins: readonly string[];
  readonly tileUrl: string;
  readonly tileAttribution: string;
  readonly geocoderUrl: string;
  readonly locationRetentionDays: number;
  /** Who may make an account: everyone, people with the code of a family, or no one. The first account is always made. */
  readonly registration: Registration;
  readonly rateLimits: boolean;
  /** Proxies whose forwarding headers are believed: addresses and networks. */
  readonly trustProxy: readonly string[] | undefined;
  readonly logLevel: LogLevel;
  /** Of the mail server; undefined: no emails are sent. */
  readonly smtpUrl: string | undefined;
  /** Sender of all emails. */
  readonly mailFrom: MailAddress | undefined;
  readonly metricsToken: string | undefined;
  /** Where /metrics answers without the token; undefined: nowhere. */
  readonly metricsAddress: { readonly host: string; readonly port: number } | undefined;
  readonly push: PushConfig;
}

/** Notifications on closed pages. */
export interface PushConfig {
  readonly isOn: boolean;
  /** 32 bytes as base64url; undefined: made at the first start and kept in `dataDir`. */
  readonly privateKey: string | undefined;
  /** Whom a push service may ask about this server; undefined: push is not available. */
  readonly subject: string | undefined;
  /** Origins of push services besides those of the browsers. */
  readonly otherServices: readonly string[];
}

/** An email address with the name that mail programs show beside it. */
export interface MailAddress {
  readonly name: string;
  readonly address: string;
}

const REGISTRATIONS = ['open', 'invite', 'closed'] as const;
export type Registration = (typeof REGISTRATIONS)[number];

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export type Environment = Readonly<Record<string, string | undefined>>;

/** Shortest signing key in bytes: the output size of HS256 (RFC 7518, 3.2). */
export const JWT_SECRET_MIN_BYTES = 32;
const METRICS_TOKEN_MIN_LENGTH = 16;

/** Makes STARTTLS a must with an smtp address. */
export const SMTP_REQUIRES_TLS = '?requireTLS=true';

/** Secrets that appear in READMEs and tutorials, so they are publicly known. */
const SAMPLE_SECRETS =
  /change[-_ ]?(me|this|it)|^(your|my|a)[-_ ]|example|placeholder|replace[-_ ]?(me|this)|super[-_ ]?secret|secret[-_ ]?key/iu;

const DEFAULTS = {
  PORT: '3000',
  HOST: '127.0.0.1',
  DATA_DIR: './data',
  TILE_URL: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
  TILE_ATTRIBUTION: '© OpenStreetMap contributors',
  GEOCODER_URL: 'https://nominatim.openstreetmap.org',
  LOCATION_RETENTION_DAYS: '30',
  REGISTRATION: 'open',
  RATE_LIMITS: 'on',
  LOG_LEVEL: 'info',
  PUSH: 'on',
} as const;

/** What is wrong with a setting. Thrown by the readers below, gathered by `readConfig`. */
class BadSetting extends Error {}

/** Reads a whole number within bounds. */
function wholeNumber(text: string, least: number, most: number): number {
  if (!/^\d{1,9}$/u.test(text) || Number(text) < least || Number(text) > most) {
    throw new BadSetting(`must be a whole number from ${least} to ${most}`);
  }
  return Number(text);
}

/** Reads one of a few words. */
function oneOf<Word extends string>(text: string, words: readonly Word[]): Word {
  const word = words.find((candidate) => candidate === text);
  if (word === undefined) throw new BadSetting(`must be one of ${words.join(', ')}`);
  return word;
}

/** Reads an http or https address. */
function webAddress(text: string): URL {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  if (!address || !/^https?:$/u.test(address.protocol) || address.username || address.password) {
    throw new BadSetting('must be an http or https address');
  }
  return address;
}

function host(text: string): string {
  if (!isIP(text) && !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/iu.test(text)) {
    throw new BadSetting('must be a host name or an IP address');
  }
  return text;
}

function jwtSecret(text: string): string {
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

function vapidKey(text: string): string {
  if (!isVapidKey(text)) throw new BadSetting('must be a private key of P-256: 32 bytes as base64url');
  return text;
}

/** A push service can only ask somebody whom it can reach. */
function vapidSubject(text: string): string {
  if (!/^(mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/u.test(text))
    throw new BadSetting('must be a mailto: or https: address');
  return text;
}

function origins(text: string): string[] {
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

function tileUrl(text: string): string {
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
function trustProxy(text: string): string[] {
  const proxies = text.split(',').map((part) => part.trim());
  if (!proxies.every(isProxy)) {
    throw new BadSetting('must be a list of addresses or networks, or loopback, linklocal, uniquelocal');
  }
  return proxies;
}

function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits = '0', ...rest] = text.split('/');
  const most = isIP(address) === 4 ? 32 : 128;
  return isIP(address) > 0 && /^\d{1,3}$/u.test(bits) && Number(bits) <= most && rest.length === 0;
}

function metricsToken(text: string): string {
  if (text.length < METRICS_TOKEN_MIN_LENGTH) {
    throw new BadSetting(`must be at least ${METRICS_TOKEN_MIN_LENGTH} characters long`);
  }
  return text;
}

function hostAndPort(text: string): { host: string; port: number } {
  const [, given = '', port = ''] = /^(.+):(\d{1,5})$/u.exec(text) ?? [];
  const name = given.replace(/^\[(.*)\]$/u, '$1');
  if (name === '' || Number(port) > 65_535)
    throw new BadSetting('must be an address and a port, such as 127.0.0.1:9464');
  return { host: host(name), port: Number(port) };
}

function shortText(text: string): string {
  if (text.length > 500) throw new BadSetting('can be at most 500 characters');
  return text;
}

/** Reads the address of a database or mail server. It may hold a password, so no message repeats it. */
function serverAddress(protocols: RegExp, example: string): (text: string) => string {
  return (text) => {
    if (!URL.canParse(text) || !protocols.test(new URL(text).protocol) || new URL(text).host === '')
      throw new BadSetting(`must be an address such as ${example}`);
    return text;
  };
}

const postgresAddress = serverAddress(/^postgres(ql)?:$/u, 'postgres://user:password@host:5432/kinmap');
const redisAddress = serverAddress(/^rediss?:$/u, 'redis://host:6379');

const smtpServer = serverAddress(/^smtps?:$/u, 'smtps://user:password@mail.example');

function smtpUrl(text: string): string {
  const { pathname, search, hash, username, password } = new URL(smtpServer(text));
  if (!['', '/'].includes(pathname) || !['', SMTP_REQUIRES_TLS].includes(search) || hash !== '')
    throw new BadSetting(`can have nothing after the host and port but ${SMTP_REQUIRES_TLS}`);
  if (/%(?![0-9a-f]{2})/iu.test(username + password))
    throw new BadSetting('must have special characters of its user and password encoded, such as %25 for %');
  return text;
}

function mailFrom(text: string): MailAddress {
  const [, name = '', named, bare] =
    /^(?:([^<>",;:@\\\p{C}]*)<([^\s<>@]+@[^\s<>@]+)>|([^\s<>@]+@[^\s<>@]+))$/u.exec(text) ?? [];
  const address = named ?? bare;
  if (address === undefined)
    throw new BadSetting('must be an address such as kinmap@example.org or Kinmap <kinmap@example.org>');
  return { name: name.trim(), address };
}

/** Settings that make no sense alone. */
function contradictions({ redisUrl, databaseUrl, jwtSecret: secret, push, ...config }: Config): string[] {
  const problems: string[] = [];
  if (redisUrl !== undefined && (databaseUrl === undefined || secret === undefined))
    problems.push(
      'REDIS_URL must come with DATABASE_URL and JWT_SECRET: the processes it joins share a store and a key.',
    );
  if (redisUrl !== undefined && push.isOn && push.subject !== undefined && push.privateKey === undefined)
    problems.push(
      'REDIS_URL must come with VAPID_PRIVATE_KEY or PUSH=off: all processes send pushes with one key.',
    );
  // A link must not begin with what a client calls this server.
  if (config.smtpUrl !== undefined && (config.mailFrom === undefined || config.publicOrigins.length === 0))
    problems.push(
      'SMTP_URL must come with MAIL_FROM and PUBLIC_URL: emails name their sender, and their links begin with the first public address.',
    );
  return problems;
}

/**
 * Reads and checks every setting once.
 * @param environment usually `process.env`; an empty value counts as not set
 * @returns the settings, or one line per bad variable that begins with its name
 */
export function readConfig(environment: Environment): { config: Config } | { problems: string[] } {
  const problems: string[] = [];
  const given = (name: string): string | undefined => environment[name]?.trim() || undefined;
  function optional<Value>(name: string, read: (text: string) => Value): Value | undefined {
    const text = given(name);
    try {
      return text === undefined ? undefined : read(text);
    } catch (error) {
      if (!(error instanceof BadSetting)) throw error;
      problems.push(`${name} ${error.message}.`);
      return undefined;
    }
  }
  function setting<Value>(name: keyof typeof DEFAULTS, read: (text: string) => Value): Value {
    return optional(name, read) ?? read(DEFAULTS[name]);
  }

  const publicOrigins = optional('PUBLIC_URL', origins) ?? [];
  const config: Config = {
    port: setting('PORT', (text) => wholeNumber(text, 0, 65_535)),
    host: setting('HOST', host),
    dataDir: setting('DATA_DIR', (text) => resolve(text)),
    jwtSecret: optional('JWT_SECRET', jwtSecret),
    databaseUrl: optional('DATABASE_URL', postgresAddress),
    redisUrl: optional('REDIS_URL', redisAddress),
    publicOrigins,
    tileUrl: setting('TILE_URL', tileUrl),
    tileAttribution: setting('TILE_ATTRIBUTION', shortText),
    geocoderUrl: setting('GEOCODER_URL', (text) => webAddress(text).href.replace(/\/$/u, '')),
    locationRetentionDays: setting('LOCATION_RETENTION_DAYS', (text) => wholeNumber(text, 1, 3_650)),
    registration: setting('REGISTRATION', (text) => oneOf(text, REGISTRATIONS)),
    rateLimits: setting('RATE_LIMITS', (text) => oneOf(text, ['on', 'off'])) === 'on',
    trustProxy: optional('TRUST_PROXY', trustProxy),
    logLevel: setting('LOG_LEVEL', (text) => oneOf(text, LOG_LEVELS)),
    smtpUrl: optional('SMTP_URL', smtpUrl),
    mailFrom: optional('MAIL_FROM', mailFrom),
    metricsToken: optional('METRICS_TOKEN', metricsToken),
    metricsAddress: optional('METRICS_ADDR', hostAndPort),
    push: {
      isOn: setting('PUSH', (text) => oneOf(text, ['on', 'off'])) === 'on',
      privateKey: optional('VAPID_PRIVATE_KEY', vapidKey),
      subject:
        optional('VAPID_SUBJECT', vapidSubject) ??
        publicOrigins.find((origin) => origin.startsWith('https:')),
      otherServices: optional('PUSH_SERVICES', origins) ?? [],
    },
  };
  if (problems.length === 0) problems.push(...contradictions(config));
  return problems.length > 0 ? { problems } : { config };
}
