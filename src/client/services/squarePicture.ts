import { PICTURE_MAX_BYTES, PICTURE_SIZE_PX } from '#contract/limits';
import { PictureRefused } from './errors';

/** Decoding larger files could crash a phone. */
const FILE_MAX_MB = 25;
/** Tried in this order: not every browser encodes WebP, and a noisy picture may exceed the limit. */
const ENCODINGS = [
  ['image/webp', 0.85],
  ['image/jpeg', 0.85],
  ['image/jpeg', 0.6],
  ['image/jpeg', 0.3],
] as const;

const UNUSABLE = { code: 'picture_unusable' } as const;

/** Crops and shrinks a chosen file to a profile picture, a data URL. Rejects with `PictureRefused`. */
export async function toSquarePicture(file: File): Promise<string> {
  if (file.size > FILE_MAX_MB * 1_000_000)
    throw new PictureRefused({ code: 'picture_file_too_large', params: { max: FILE_MAX_MB } });
  if (!(await isPicture(file))) throw new PictureRefused(UNUSABLE);
  const picture = await createImageBitmap(file).catch(() => {
    throw new PictureRefused({ code: 'picture_damaged' });
  });
  try {
    return await encode(drawSquare(picture));
  } finally {
    picture.close();
  }
}

/** Checks the first bytes, because names and types may be wrong. */
async function isPicture(file: File): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  const has = (at: number, ...expected: number[]) =>
    expected.every((byte, index) => bytes[at + index] === byte);
  const isWebp = has(0, 0x52, 0x49, 0x46, 0x46) && has(8, 0x57, 0x45, 0x42, 0x50);
  return isWebp || has(0, 0x89, 0x50, 0x4e, 0x47) || has(0, 0xff, 0xd8, 0xff);
}

/** Crops the center square and scales it down. */
function drawSquare(picture: ImageBitmap): HTMLCanvasElement {
  const side = Math.min(picture.width, picture.height);
  const size = Math.min(side, PICTURE_SIZE_PX);
  const canvas = Object.assign(document.createElement('canvas'), { width: size, height: size });
  const context = canvas.getContext('2d');
  if (!context) throw new PictureRefused({ code: 'picture_unsupported' });
  // Transparent pixels would become black in a JPEG.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, size, size);
  context.imageSmoothingQuality = 'high';
  const [left, top] = [(picture.width - side) / 2, (picture.height - side) / 2];
  context.drawImage(picture, left, top, side, side, 0, 0, size, size);
  return canvas;
}

async function encode(canvas: HTMLCanvasElement): Promise<string> {
  for (const [type, quality] of ENCODINGS) {
    const blob = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, type, quality);
    });
    if (blob?.type === type && blob.size <= PICTURE_MAX_BYTES) return toDataUrl(blob);
  }
  throw new PictureRefused({ code: 'picture_not_shrinkable' });
}

function toDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(new PictureRefused(UNUSABLE)));
    reader.readAsDataURL(blob);
  });
}
