import type { IncomingMessage, ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { listenOnLoopback } from '../../support/loopback';

/** A request that a person's own server got. */
export interface ReceivedPost {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** As it came. */
  readonly text: string;
}

/** A person's own server on the loopback address, to which webhooks and ntfy messages go. */
export interface WebReceiver {
  readonly origin: string;
  readonly received: ReceivedPost[];
  /** What it answers from now on; 200 until then. */
  answerWith(status: number, headers?: Record<string, string>): void;
  close(): Promise<void>;
}

/** Starts a server that takes everything. */
export async function startWebReceiver(): Promise<WebReceiver> {
  const received: ReceivedPost[] = [];
  let answer: { status: number; headers: Record<string, string> } = { status: 200, headers: {} };
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url: path = '', headers } = request;
    received.push({ path, headers, text: await readText(request) });
    response.writeHead(answer.status, answer.headers).end('x'.repeat(100_000));
  }
  const { origin, close } = await listenOnLoopback((...exchange) => void take(...exchange));
  return {
    origin,
    received,
    close,
    answerWith(status, headers = {}) {
      answer = { status, headers };
    },
  };
}
