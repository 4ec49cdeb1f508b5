import { deflateSync } from 'node:zlib';

const asUrl = (type: string, bytes: Buffer): string => `data:${type};base64,${bytes.toString('base64')}`;

/** A chunk of a PNG; its check sum is not verified. */
function chunk(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, content, Buffer.alloc(4)]);
}

/** A PNG with this size in its header. @param extra bytes that make it longer */
export function png(width: number, height: number, extra = 0): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8);
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('tEXt', Buffer.alloc(extra)),
    chunk('IDAT', deflateSync(Buffer.alloc(8))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A JPEG of this size, after this many bytes of metadata. */
export function jpeg(width: number, height: number, metadata = 0): Buffer {
  const app1 = Buffer.alloc(4 + metadata);
  app1.writeUInt16BE(0xff_e1, 0);
  app1.writeUInt16BE(2 + metadata, 2);
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), app1, frame, Buffer.from([0xff, 0xd9])]);
}

/** A JPEG of this size that seems to be of 16 x 16 to those who think that its first marker has a length. */
export function disguisedJpeg(width: number, height: number): Buffer {
  const [small, real] = [jpeg(16, 16).subarray(6, 19), jpeg(width, height).subarray(2)];
  const comment = Buffer.from([0xff, 0xfe, 0, small.length + 2]);
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0x01, 0, 6]), comment, small, real]);
}

/** A WebP of one of its three kinds. */
export function webp(kind: 'VP8 ' | 'VP8L' | 'VP8X', width: number, height: number): Buffer {
  const bytes = Buffer.alloc(32);
  bytes.write(`RIFF\u0018\0\0\0WEBP${kind}`, 0, 'latin1');
  if (kind === 'VP8X') {
    bytes.writeUIntLE(width - 1, 24, 3);
    bytes.writeUIntLE(height - 1, 27, 3);
  } else if (kind === 'VP8 ') {
    bytes.writeUInt16LE(width, 26);
    bytes.writeUInt16LE(height, 28);
  } else {
    bytes.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 21);
  }
  return bytes;
}

export const pngUrl = (...size: Parameters<typeof png>): string => asUrl('image/png', png(...size));
export const jpegUrl = (...size: Parameters<typeof jpeg>): string => asUrl('image/jpeg', jpeg(...size));
export const disguisedJpegUrl = (...size: Parameters<typeof disguisedJpeg>): string =>
  asUrl('image/jpeg', disguisedJpeg(...size));
export const webpUrl = (...size: Parameters<typeof webp>): string => asUrl('image/webp', webp(...size));

/** An ordinary picture. */
export const PICTURE = pngUrl(256, 256);
