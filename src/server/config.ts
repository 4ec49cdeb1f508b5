import { resolve } from 'node:path';
import {
  type MailAddress,
  BadSetting,
  wholeNumber,
  oneOf,
  webAddress,
  host,
  jwtSecret,
  vapidKey,
  vapidSubject,
  origins,
  hostNames,
  tileUrl,
  trustProxy,
  metricsToken,
  hostAndPort,
  shortText,
  postgresAddress,
  redisAddress,
  smtpUrl,
  mailFrom,
} from './settingReaders';

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
  /** Tiles for dark pages; undefined: the others are darkened. */
  readonly tileUrlDark: string | undefined;
  readonly tileAttribution: string;
  readonly geocoderUrl: string;
  readonly locationRetentionDays: number;
  /** Who may make an account: everyone, people with the code of a family, or no one. The first account is always made. */
  readonly registration: Registration;
  readonly rateLimits: boolean;
  /** Whether phones with an app may send their keys and positions without TLS. */
  readonly phonesOverHttp: boolean;
  /** Proxies whose forwarding headers are trusted: addresses and networks. */
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
  /** Hosts to which alerts are sent in the server's own network as well, over http and at any port. */
  readonly notifyHosts: readonly string[];
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

const REGISTRATIONS = ['open', 'invite', 'closed'] as const;
export type Registration = (typeof REGISTRATIONS)[number];

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export type Environment = Readonly<Record<string, string | undefined>>;

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
  PHONES_OVER_HTTP: 'off',
  LOG_LEVEL: 'info',
  PUSH: 'on',
} as const;

/** Settings that make no sense alone. */
function contradictions({ redisUrl, databaseUrl, jwtSecret: secret, push, ...config }: Config): string[] {
  const problems: string[] = [];
  if (redisUrl !== undefined && (databaseUrl === undefined || secret === undefined))
    problems.push(
      'REDIS_URL must come with DATABASE_URL and JWT_SECRET: the processes it joins share a database and a key.',
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

/** The address of a server without a public one; an IPv6 host gets brackets. */
export const httpOrigin = (address: string, port: number): string =>
  `http://${address.includes(':') ? `[${address}]` : address}:${port}`;

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
    tileUrlDark: optional('TILE_URL_DARK', tileUrl),
    tileAttribution: setting('TILE_ATTRIBUTION', shortText),
    geocoderUrl: setting('GEOCODER_URL', (text) => webAddress(text).href.replace(/\/$/u, '')),
    locationRetentionDays: setting('LOCATION_RETENTION_DAYS', (text) => wholeNumber(text, 1, 3_650)),
    registration: setting('REGISTRATION', (text) => oneOf(text, REGISTRATIONS)),
    rateLimits: setting('RATE_LIMITS', (text) => oneOf(text, ['on', 'off'])) === 'on',
    phonesOverHttp: setting('PHONES_OVER_HTTP', (text) => oneOf(text, ['on', 'off'])) === 'on',
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
    notifyHosts: optional('NOTIFY_HOSTS', hostNames) ?? [],
  };
  if (problems.length === 0) problems.push(...contradictions(config));
  return problems.length > 0 ? { problems } : { config };
}
