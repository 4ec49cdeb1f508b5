import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import ece from 'http_ece';
import type { PushDeviceInput } from '#contract/notifications';
import { listenOnLoopback } from '../../support/loopback';

/** What a device finds in a push. */
export interface ReceivedPush {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly content: {
    notification: {
      title: string;
      body: string;
      tag: string;
      navigate: string;
      data: { receipt?: string; unlessSeen: boolean };
    };
    app_badge: number;
  };
  /** The decrypted text. */
  readonly text: string;
}

/** A push service on the loopback address, with the browsers that subscribe to it. */
export interface PushServiceDouble {
  readonly origin: string;
  readonly received: ReceivedPush[];
  /** What it answers from now on; 201 until then. */
  answerWith(status: number, headers?: Record<string, string>): void;
  /** How long it takes for an answer from now on, in milliseconds. */
  answerSlowly(ms: number): void;
  /** A new browser's subscription. @param publicKey of the server */
  subscribe(publicKey: string, name?: string): PushDeviceInput;
  /** The browser ends its subscription: pushes to it are answered with 410. */
  unsubscribe(endpoint: string): void;
  close(): Promise<void>;
}

/** Starts a push service that decrypts what it gets, as the browser would. */
export async function startPushService(): Promise<PushServiceDouble> {
  const received: ReceivedPush[] = [];
  const browsers = new Map<string, (content: Buffer) => Buffer>();
  let answer: { status: number; headers: Record<string, string> } = { status: 201, headers: {} };
  let delayMs = 0;
  const { origin, close } = await listenOnLoopback((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { url: path = '', headers } = request;
      const decrypt = browsers.get(path);
      if (!decrypt) return void response.writeHead(410).end();
      const text = decrypt(Buffer.concat(parts)).toString();
      received.push({ path, headers, text, content: JSON.parse(text) as ReceivedPush['content'] });
      const { status, headers: answered } = answer;
      setTimeout(() => response.writeHead(status, answered).end(), delayMs);
    });
  });
  return {
    origin,
    received,
    close,
    answerWith(status, headers = {}) {
      answer = { status, headers };
    },
    answerSlowly(ms) {
      delayMs = ms;
    },
    unsubscribe(endpoint) {
      browsers.delete(new URL(endpoint).pathname);
    },
    subscribe(publicKey, name = 'Phone') {
      const path = `/push/${randomUUID()}`;
      const privateKey = createECDH('prime256v1');
      const p256dh = privateKey.generateKeys('base64url');
      const auth = randomBytes(16).toString('base64url');
      browsers.set(path, (content) =>
        ece.decrypt(content, { version: 'aes128gcm', privateKey, authSecret: auth }),
      );
      return { endpoint: origin + path, keys: { p256dh, auth }, publicKey, name };
    },
  };
}
