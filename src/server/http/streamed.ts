import { Readable, pipeline } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** An answer that is produced while it is sent: never whole in memory, and the event loop stays free in between. */
export class Streamed {
  /**
   * @param type content type
   * @param text the body in pieces
   */
  constructor(
    readonly type: string,
    readonly text: AsyncIterable<string>,
  ) {}
}

/** A JSON list, written part by part. */
export function streamedList(parts: AsyncIterable<readonly object[]>): Streamed {
  async function* write(): AsyncGenerator<string> {
    let separator = '[';
    for await (const part of parts) {
      if (part.length === 0) continue;
      yield separator + part.map((item) => JSON.stringify(item)).join(',');
      separator = ',';
    }
    yield separator === '[' ? '[]' : ']';
  }
  return new Streamed('application/json; charset=utf-8', write());
}

/** Level 6 takes twice the time for a tenth less. */
const LEVEL = 4;
/** Every chunk from zlib costs a turn of the event loop. */
const CHUNK_BYTES = 64 * 1024;

/** Sends it, compressed where the client accepts gzip. zlib works on its own threads. */
export function sendStreamed(request: FastifyRequest, reply: FastifyReply, answer: Streamed): FastifyReply {
  // One piece ahead: sixteen, the default, are megabytes of a reader that is slow.
  const text = Readable.from(answer.text, { objectMode: true, highWaterMark: 1 });
  void reply.type(answer.type).header('vary', 'Accept, Accept-Encoding');
  if (!/\bgzip\b/iu.test(request.headers['accept-encoding'] ?? '')) return reply.send(text);
  const gzip = createGzip({ level: LEVEL, chunkSize: CHUNK_BYTES });
  // Fastify sees an error at the end of the pipeline and closes the connection.
  pipeline(text, gzip, () => undefined);
  return reply.header('content-encoding', 'gzip').send(gzip);
}
