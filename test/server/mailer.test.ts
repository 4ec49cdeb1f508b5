import { createServer, type AddressInfo } from 'node:net';
import { createMailer, type Mailer, MailError } from '#server/mailer';
import { type MailServer, startMailServer } from '../support/mailServer';
import { closeTestServers, startTestServer, testConfig, type TestServer } from './support/startTestServer';

let mailServer: MailServer;
beforeEach(async () => {
  mailServer = await startMailServer();
});
afterEach(async () => {
  await closeTestServers();
  await mailServer.close();
});

const EMAIL = { to: 'ana@example.com', subject: 'A subject', text: 'A text\n' };

/** A mailer that writes the log of a server. */
async function startMailer(env: Record<string, string> = {}, mailRetryAfterMs = [0, 0]) {
  const server = await startTestServer();
  const config = testConfig({ ...mailServer.settings, ...env });
  const mailer = createMailer(config, server.app.log, { retryAfterMs: mailRetryAfterMs });
  if (!mailer) throw new Error('No mail server is set');
  return { server, mailer };
}
/** What the log says of emailServer. */
const logged = (server: TestServer): Record<string, unknown>[] =>
  server.log
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => /^(an )?emails? (was|that)/u.test(String(msg)));
/** Stops the mailer once the log has a word. */
const stopOnceLogged = async (server: TestServer, mailer: Mailer, word: string): Promise<void> => {
  while (!server.log.some((line) => line.includes(word))) await new Promise(setImmediate);
  await mailer.stop();
};

it('given a mail server, when an email is sent, then it arrives from the sender, marked as automatic', async () => {
  const { mailer } = await startMailer();
  await mailer.send(EMAIL);
  const { head, ...email } = await mailServer.next();
  expect(email).toEqual({ ...EMAIL, text: 'A text\r\n' });
  expect(head).toContain('From: Kinmap <kinmap@kinmap.example>');
  expect(head).toContain('Auto-Submitted: auto-generated');
});

it('given a mail server that fails twice, when an email is posted, then the third try delivers it once', async () => {
  const { server, mailer } = await startMailer();
  mailServer.refuse(451, 421);
  mailer.queue(EMAIL);
  expect(await mailServer.next()).toMatchObject({ to: EMAIL.to });
  await mailer.stop();
  expect(mailServer.received).toHaveLength(1);
  const tries = logged(server).map(({ status, tries: count, isLast }) => ({ status, count, isLast }));
  expect(tries).toEqual([
    { status: 451, count: 1, isLast: false },
    { status: 421, count: 2, isLast: false },
  ]);
});

it.each([
  ['refuses it for good', [550], 1],
  ['fails each time', [451, 451, 451], 3],
])(
  'given a mail server that %s, then it is given up without address or text',
  async (_what, statuses, count) => {
    const { server, mailer } = await startMailer();
    mailServer.refuse(...statuses);
    mailer.queue(EMAIL);
    await stopOnceLogged(server, mailer, '"isLast":true');
    expect(logged(server)).toHaveLength(count);
    expect(mailServer.received).toEqual([]);
    for (const secret of [EMAIL.to, EMAIL.subject, 'A text'])
      expect(server.log.join('')).not.toContain(secret);
  },
);

it.each([
  ['nothing listens', async () => 9],
  ['another program hangs up', hangUpServer],
])('given that %s at the address, when an email is sent, then it fails with a code', async (_what, port) => {
  const { mailer } = await startMailer({ SMTP_URL: `smtp://127.0.0.1:${await port()}` });
  const error = await mailer.send(EMAIL).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(MailError);
  expect(error).toMatchObject({ code: expect.stringMatching(/^E[A-Z]+$/u) as string, isFinal: false });
});

const closing: (() => void)[] = [];
afterAll(() => closing.forEach((close) => close()));
/** @returns its port */
async function hangUpServer(): Promise<number> {
  const server = createServer((socket) => socket.destroy());
  closing.push(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

it('given a server without TLS where it is required, then nothing is sent', async () => {
  const { mailer } = await startMailer({ SMTP_URL: `${mailServer.settings.SMTP_URL}?requireTLS=true` });
  await expect(mailer.send(EMAIL)).rejects.toThrow(MailError);
  expect(mailServer.received).toEqual([]);
});

it('given more emails to one address than a person needs, then the rest are dropped', async () => {
  const { server, mailer } = await startMailer();
  for (let count = 0; count < 21; count += 1) mailer.queue(EMAIL);
  mailer.queue({ ...EMAIL, to: 'bo@example.com' });
  // A mailer that stops waits a few seconds only for what it is sending.
  while (mailServer.received.length < 21) await new Promise(setImmediate);
  await stopOnceLogged(server, mailer, 'dropped');
  expect(mailServer.received.map(({ to }) => to).filter((to) => to === EMAIL.to)).toHaveLength(20);
  expect(mailServer.received.at(-1)?.to).toBe('bo@example.com');
});

it('given a try that waits, when the server stops, then it does not wait and logs the drop', async () => {
  const { server, mailer } = await startMailer({}, [3_600_000]);
  mailServer.refuse(451);
  mailer.queue(EMAIL);
  await stopOnceLogged(server, mailer, 'was not sent');
  expect(logged(server).at(-1)).toMatchObject({ left: 1 });
});

it.each([
  ['smtp://127.0.0.1', 1],
  ['smtp://127.0.0.1?requireTLS=true', 0],
  ['smtps://127.0.0.1', 0],
])('given SMTP_URL=%s, when the server starts, then it warns of missing TLS %i times', async (url, count) => {
  const server = await startTestServer({ env: { ...mailServer.settings, SMTP_URL: url } });
  expect(server.log.filter((line) => line.includes('travel in the clear'))).toHaveLength(count);
});
