import fastq from 'fastq';
import type { FastifyBaseLogger } from 'fastify';
import { createTransport } from 'nodemailer';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Config } from './config';
import { SMTP_REQUIRES_TLS } from './settingReaders';

/** A plain text for one person. */
export interface Email {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends emails through the operator's mail server. */
export interface Mailer {
  /** Sends one email now, without retries. @throws MailError */
  send(email: Email): Promise<void>;
  /**
   * Sends an email in the background, with a few retries. The caller does not wait for it; failures are logged.
   */
  queue(email: Email): void;
  /** Waits up to 5 s for emails that are being sent. Drops those that wait for a retry. */
  stop(): Promise<void>;
}

/** Why the mail server did not take an email, without the address and text that the library's messages repeat. */
export class MailError extends Error {
  override readonly name = 'MailError';
  /**
   * @param code of nodemailer, such as EAUTH or ETIMEDOUT
   * @param status of the mail server's answer
   */
  constructor(
    readonly code: string,
    readonly status: number | undefined,
  ) {
    super(status === undefined ? code : `${code} ${status}`);
  }

  /** The mail server has refused this email and will do so again (RFC 5321, 4.2.1). */
  get isFinal(): boolean {
    return this.status !== undefined && this.status >= 500;
  }
}

export interface MailerOptions {
  /** Pauses before the retries, in milliseconds; tests use shorter ones. */
  retryAfterMs?: readonly number[] | undefined;
}

/** 13 minutes in all: a link for a new password is valid for 30. */
const RETRY_AFTER_MS = [5_000, 30_000, 120_000, 600_000];
const TIMEOUT_MS = 10_000;
const STOP_TIMEOUT_MS = 5_000;
const MAX_SENDING = 2;
/** More emails are dropped, so that they do not fill the memory while the mail server is unreachable. */
const MAX_WAITING = 1_000;
/**
 * Limit of emails with one subject to one address in an hour, so that an attacker can neither fill another person's mailbox
 * nor keep the news of a changed email from it by many sign-ins before.
 */
const PER_ADDRESS = { points: 20, duration: 3_600 };

/** @returns undefined when no mail server is set */
export function createMailer(
  config: Config,
  log: FastifyBaseLogger,
  { retryAfterMs = RETRY_AFTER_MS }: MailerOptions = {},
): Mailer | undefined {
  const { smtpUrl, mailFrom, rateLimits } = config;
  if (smtpUrl === undefined || mailFrom === undefined) return undefined;
  if (smtpUrl.startsWith('smtp:') && !smtpUrl.endsWith(SMTP_REQUIRES_TLS))
    log.warn(
      `SMTP_URL: emails travel in the clear unless the mail server offers TLS; ${SMTP_REQUIRES_TLS} requires it`,
    );
  const send = sender(smtpUrl, mailFrom);
  const perAddress = rateLimits ? new RateLimiterMemory(PER_ADDRESS) : undefined;
  const retries = new Set<NodeJS.Timeout>();
  const sending = fastq.promise(attempt, MAX_SENDING);

  async function attempt({ email, tries }: { email: Email; tries: number }): Promise<void> {
    try {
      await send(email);
    } catch (error) {
      const { code, status, isFinal } = error as MailError;
      const pause = isFinal ? undefined : retryAfterMs[tries];
      log.warn({ code, status, tries: tries + 1, isLast: pause === undefined }, 'an email was not sent');
      if (pause === undefined) return;
      const retry = setTimeout(() => {
        retries.delete(retry);
        void sending.push({ email, tries: tries + 1 });
      }, pause).unref();
      retries.add(retry);
    }
  }

  async function enqueue(email: Email): Promise<void> {
    const isAllowed = await perAddress?.consume(`${email.to} ${email.subject}`).then(
      () => true,
      () => false,
    );
    if (isAllowed === false || sending.length() + retries.size >= MAX_WAITING)
      log.warn({ limit: isAllowed === false ? 'address' : 'queue' }, 'an email was dropped');
    else await sending.push({ email, tries: 0 });
  }

  return {
    send,
    // Later, so that the current call is answered first.
    queue: (email) => void setImmediate(() => void enqueue(email)),
    async stop() {
      for (const retry of retries) clearTimeout(retry);
      const left = retries.size;
      if (left > 0) log.warn({ left }, 'emails that waited for another try were dropped');
      const timeout = new Promise((resolve) => setTimeout(resolve, STOP_TIMEOUT_MS).unref());
      await Promise.race([sending.drained(), timeout]);
    },
  };
}

/** Opens a connection for each email, because there are few. */
function sender(smtpUrl: string, from: { name: string; address: string }): Mailer['send'] {
  const { protocol, hostname, port, username, password, search } = new URL(smtpUrl);
  const transport = createTransport({
    host: hostname.replace(/^\[(.*)\]$/u, '$1'),
    port: port === '' ? undefined : Number(port),
    secure: protocol === 'smtps:',
    requireTLS: search === SMTP_REQUIRES_TLS,
    auth:
      username === ''
        ? undefined
        : { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async ({ to, subject, text }) => {
    try {
      await transport.sendMail({
        from: { ...from },
        // An object, because nodemailer would parse a text, which could contain several addresses.
        to: { name: '', address: to },
        subject,
        text,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    } catch (error) {
      throw toMailError(error);
    }
  };
}

function toMailError(error: unknown): MailError {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return new MailError(
    typeof code === 'string' ? code : 'unknown',
    typeof responseCode === 'number' ? responseCode : undefined,
  );
}
