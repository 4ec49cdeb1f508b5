import { randomBytes } from 'node:crypto';
import { PICTURE_MAX_BYTES, PICTURE_MAX_PX } from '#contract/limits';
import { DomainError } from '#server/domainError';

/** A picture as stored. */
export interface Picture {
  /** Media type by content. */
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp';
  /** Base64. */
  readonly data: string;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const DATA_URL = /^data:[\w.+/-]{0,60};base64,([A-Za-z0-9+/]+={0,2})$/u;

/** Path under which pictures are served. */
const FOLDER = '/pictures/';

/** An unguessable name: 128 random bits. */
export const newPictureName = (): string => randomBytes(16).toString('base64url');

/** The `profileImage` of a person whose picture has this name. */
export const pictureUrl = (name: string): string => FOLDER + name;

/**
 * Reads a data URL. The type comes from the bytes, not from what the URL claims.
 * @throws DomainError 400 or 413 with one sentence
 */
export function readPicture(dataUrl: string): Picture {
  const base64 = DATA_URL.exec(dataUrl)?.[1];
  const bytes = Buffer.from(base64 ?? '', 'base64');
  if (bytes.length > PICTURE_MAX_BYTES) throw new DomainError('picture_too_large');
  const found = pngSize(bytes) ?? jpegSize(bytes) ?? webpSize(bytes);
  if (!found) throw new DomainError('picture_type_unknown');
  const { type, width, height } = found;
  if (Math.max(width, height) > PICTURE_MAX_PX || Math.min(width, height) < 1)
    throw new DomainError('picture_dimensions');
  return { type, data: bytes.toString('base64') };
}

type Found = Size & Pick<Picture, 'type'>;

function hasText(bytes: Buffer, at: number, text: string): boolean {
  return bytes.toString('latin1', at, at + text.length) === text;
}

/** PNG (ISO/IEC 15948): signature, then the chunk IHDR. */
function pngSize(bytes: Buffer): Found | undefined {
  if (bytes.length < 33 || !hasText(bytes, 0, '\u0089PNG\r\n\u001a\n') || !hasText(bytes, 12, 'IHDR'))
    return undefined;
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Of segments that may come before the frame: tables, applications' data and comments. All have a length. */
const isSegment = (marker: number): boolean =>
  [0xc4, 0xcc, 0xdb, 0xdd, 0xfe].includes(marker) || (marker >= 0xe0 && marker <= 0xef);

/**
 * JPEG (ITU T.81): segments up to the start of frame, which has the size. Other markers are refused: browsers would go on
 * reading elsewhere and find another frame, of any size.
 */
function jpegSize(bytes: Buffer): Found | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xff_d8) return undefined;
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1] ?? 0;
    // C4, C8 and CC lie between the frames' numbers and are tables.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame)
      return { type: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    if (marker !== 0xff && !isSegment(marker)) return undefined;
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/** WebP (RFC 9649): RIFF, then one of three kinds of first chunk. */
function webpSize(bytes: Buffer): Found | undefined {
  if (bytes.length < 30 || !hasText(bytes, 0, 'RIFF') || !hasText(bytes, 8, 'WEBP')) return undefined;
  const size = webpChunkSize(bytes, bytes.toString('latin1', 12, 16));
  return size && { type: 'image/webp', ...size };
}

function webpChunkSize(bytes: Buffer, chunk: string): Size | undefined {
  if (chunk === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  // 14 bits each.
  if (chunk === 'VP8 ')
    return { width: bytes.readUInt16LE(26) & 0x3f_ff, height: bytes.readUInt16LE(28) & 0x3f_ff };
  if (chunk !== 'VP8L') return undefined;
  const bits = bytes.readUInt32LE(21);
  return { width: (bits & 0x3f_ff) + 1, height: ((bits >>> 14) & 0x3f_ff) + 1 };
}
