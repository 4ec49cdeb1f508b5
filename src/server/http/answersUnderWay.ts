import type { ServerResponse } from 'node:http';

/** Answers of a person that are being sent; the oldest of more is ended. A page makes about ten calls when it opens. */
const MOST = 50;

/** Takes an answer that is about to be sent to a person. */
export type TakeAnswer = (userId: string, response: ServerResponse) => void;

/**
 * Ends answers that their reader does not take. Each holds what it still has to send, and a few hundred of them would fill
 * the memory.
 * @param stalledMs how long nothing of an answer may be read
 */
export function answersUnderWay(stalledMs: number): TakeAnswer {
  const open = new Map<string, Set<ServerResponse>>();
  return (userId, response) => {
    const own = open.get(userId) ?? new Set();
    open.set(userId, own);
    own.add(response);
    const [oldest] = own;
    if (own.size > MOST && oldest) {
      own.delete(oldest);
      oldest.destroy();
    }
    response.setTimeout(stalledMs, () => {
      // Otherwise the server is slow, not the reader.
      if (response.writableLength > 0) response.destroy();
    });
    response.once('close', () => {
      own.delete(response);
      if (own.size === 0 && open.get(userId) === own) open.delete(userId);
    });
  };
}
