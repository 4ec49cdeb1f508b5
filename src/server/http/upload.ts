import type { Readable } from 'node:stream';
import { DomainError } from '#server/domainError';

/** An upload is aborted when the server waits for more bytes for this long. */
const IDLE_TIMEOUT_MS = 30_000;

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
  const abortWhenIdle = () =>
    setTimeout(() => body.destroy(new DomainError('request_timeout')), IDLE_TIMEOUT_MS);
  let timer = abortWhenIdle();
  let bytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      // The time that the server works on a chunk does not count.
      clearTimeout(timer);
      bytes += chunk.length;
      if (bytes > maxBytes) throw new DomainError('import_too_large');
      await requireSession();
      yield chunk;
      timer = abortWhenIdle();
    }
  } finally {
    clearTimeout(timer);
  }
}
