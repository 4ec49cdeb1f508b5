import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface ReceivedEmail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The headers as they came. */
  readonly head: string;
}

/** A mail server on the loopback address that delivers to the test. */
export interface MailServer {
  /** What a server under test needs to send emails here. */
  readonly settings: Readonly<Record<'SMTP_URL' | 'MAIL_FROM' | 'PUBLIC_URL', string>>;
  /** Everything so far. */
  readonly received: readonly ReceivedEmail[];
  /** The next email that no call has returned yet. */
  next(): Promise<ReceivedEmail>;
  /** Answers the next emails with these statuses of SMTP; those after them are taken again. */
  refuse(...statuses: number[]): void;
  close(): Promise<void>;
}

const PUBLIC_ORIGIN = 'https://kinmap.example';

/** Starts a mail server without TLS and without passwords. */
export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedEmail[] = [];
  const refusals: number[] = [];
  const waiting: ((email: ReceivedEmail) => void)[] = [];
  let returned = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    async onData(stream, { envelope }, done) {
      const source = await readText(stream);
      const status = refusals.shift();
      if (status !== undefined) return done(Object.assign(new Error('Not now'), { responseCode: status }));
      const email = readEmail(source, envelope.rcptTo.map(({ address }) => address).join());
      received.push(email);
      waiting.shift()?.(email);
      done();
    },
  });
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  return {
    settings: {
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'Kinmap <kinmap@kinmap.example>',
      PUBLIC_URL: PUBLIC_ORIGIN,
    },
    received,
    async next() {
      returned += 1;
      const email = received[returned - 1];
      return email ?? new Promise((resolve) => waiting.push(resolve));
    },
    refuse: (...statuses) => void refusals.push(...statuses),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function readEmail(source: string, to: string): ReceivedEmail {
  const [head = '', ...body] = source.split('\r\n\r\n');
  const text = body.join('\r\n\r\n');
  return {
    to,
    head,
    subject: /^Subject: (.*)$/imu.exec(head)?.[1] ?? '',
    text: /^Content-Transfer-Encoding: quoted-printable$/imu.test(head) ? decodeQuotedPrintable(text) : text,
  };
}

function decodeQuotedPrintable(text: string): string {
  return text
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/gu, (_match, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
}

/** The token of the link in an email. */
export function tokenIn({ text }: ReceivedEmail): string {
  return /#([\w-]+)/u.exec(text)?.[1] ?? '';
}
