import { createHmac } from 'node:crypto';
import type { Mailer, MailError } from '#server/mailer';
import type { NotifyChannelRow } from '#server/db/schema';
import type { ChannelAnswer } from '../deliveries/dispatch';
import type { NoticeKind } from '../deliveries/rules';
import type { GuardedPost } from './guardedPost';

/** What is sent through a channel. */
export interface ChannelMessage {
  readonly kind: NoticeKind | 'code' | 'test';
  /** A receiver that gets the same id twice has got it twice. */
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly title: string;
  readonly text: string;
  /** Where in the app it leads. */
  readonly url: string;
}

export type SendToChannel = (
  channel: Pick<NotifyChannelRow, 'kind' | 'address' | 'secret'>,
  message: ChannelMessage,
) => Promise<ChannelAnswer>;

/** Shorter than the lease of a delivery; a mail server may be slow at each of its steps. */
const EMAIL_TIMEOUT_MS = 25_000;
const NTFY_PRIORITY = { highest: 5, usual: 3 } as const;

/** Sends by email, ntfy and webhooks. @param mailer undefined where no emails are sent */
export function channelSender(mailer: Mailer | undefined, post: GuardedPost): SendToChannel {
  return async ({ kind, address, secret }, message) => {
    switch (kind) {
      case 'email':
        return mailer ? sendEmail(mailer, address, message) : { kind: 'refused', reason: 'unavailable' };
      case 'ntfy':
        return toAnswer(await postToNtfy(post, new URL(address), secret, message));
      case 'webhook':
        return toAnswer(await postToWebhook(post, address, secret ?? '', message));
    }
  };
}

async function sendEmail(
  mailer: Mailer,
  to: string,
  { title, text, url }: ChannelMessage,
): Promise<ChannelAnswer> {
  const footer = `You get this because you gave this address to Kinmap. Change that here:\n${new URL('/notifications', url).href}`;
  const email = { to, subject: title, text: `${text}\n\n${url}\n\n-- \n${footer}\n` };
  const timeout = new Promise<ChannelAnswer>((resolve) =>
    setTimeout(() => resolve({ kind: 'later', afterMs: undefined }), EMAIL_TIMEOUT_MS).unref(),
  );
  const sent = mailer.send(email).then(
    (): ChannelAnswer => ({ kind: 'accepted' }),
    (error: MailError): ChannelAnswer =>
      error.isFinal ? { kind: 'refused', reason: 'refused' } : { kind: 'later', afterMs: undefined },
  );
  return Promise.race([sent, timeout]);
}

function postToNtfy(
  post: GuardedPost,
  { origin, pathname }: URL,
  token: string | null,
  { kind, title, text, url }: ChannelMessage,
): ReturnType<GuardedPost> {
  const priority = kind === 'sos' ? NTFY_PRIORITY.highest : NTFY_PRIORITY.usual;
  const body = { topic: pathname.slice(1), title, message: text, priority, click: url };
  return post(origin, JSON.stringify(body), token === null ? {} : { authorization: `Bearer ${token}` });
}

function postToWebhook(
  post: GuardedPost,
  address: string,
  secret: string,
  { kind, title, text, url, at, id }: ChannelMessage,
): ReturnType<GuardedPost> {
  const body = JSON.stringify({ v: 1, kind, title, text, url, at: new Date(at).toISOString(), id });
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  return post(address, body, { 'x-kinmap-signature': `sha256=${signature}` });
}

function toAnswer(answer: Awaited<ReturnType<GuardedPost>>): ChannelAnswer {
  if (answer.kind === 'later' || answer.kind === 'accepted') return answer as ChannelAnswer;
  return { kind: 'refused', reason: answer.kind };
}
