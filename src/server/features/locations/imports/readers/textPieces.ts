import { DomainError } from '#server/domainError';

/** Bounds how long one step of reading takes, 1 to 4 ms, whatever the size of the chunks that arrive. */
const PIECE_BYTES = 16_384;
/** Enough for the signatures below. */
const SIGNATURE_BYTES = 4;

/**
 * Decodes a file to text, some at a time. The text is UTF-8, or UTF-16 with a byte order mark; bytes that are neither
 * become U+FFFD, because a wrongly encoded name makes no position wrong.
 * @throws DomainError 400 import_zip
 */
export async function* textPieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let start = new Uint8Array(0);
  for await (const chunk of chunks) {
    let bytes = chunk;
    if (!decoder) {
      bytes = start = concatenate(start, chunk);
      if (start.length < SIGNATURE_BYTES) continue;
      decoder = decoderFor(start);
    }
    for (let offset = 0; offset < bytes.length; offset += PIECE_BYTES) {
      const text = decoder.decode(bytes.subarray(offset, offset + PIECE_BYTES), { stream: true });
      if (text !== '') yield text;
    }
  }
  const rest = decoder ? decoder.decode() : decoderFor(start).decode(start);
  if (rest !== '') yield rest;
}

function decoderFor(start: Uint8Array): TextDecoder {
  const [first, second, third] = start;
  const isZip = first === 0x50 && second === 0x4b && third !== undefined && third < 0x10;
  const isGzip = first === 0x1f && second === 0x8b;
  if (isZip || isGzip) throw new DomainError('import_zip');
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le');
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be');
  return new TextDecoder();
}

function concatenate(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}
