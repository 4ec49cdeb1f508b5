import type { Readable } from 'node:stream';
import { DomainError } from '#server/domainError';

/** An upload that sends nothing for this long is given up. */
const SILENCE_MS = 30_000;

/**
 * The bytes of an uploaded file as they arrive.
 * @param maxBytes of the whole file
 * @param requireSession asked with each piece: an upload can take hours
 * @throws DomainError 413 for a larger file, 408 when it does not go on, 401 when the session has ended
 */
export async function* uploadedBytes(
  body: Readable,
  maxBytes: number,
  requireSession: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const timer = setTimeout(() => body.destroy(new DomainError('request_timeout')), SILENCE_MS);
  let bytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      timer.refresh();
      bytes += chunk.length;
      if (bytes > maxBytes) throw new DomainError('import_too_large');
      await requireSession();
      yield chunk;
    }
  } finally {
    clearTimeout(timer);
  }
}
