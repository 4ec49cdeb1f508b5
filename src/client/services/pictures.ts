import { PICTURE_MAX_BYTES, PICTURE_SIZE_PX } from '#contract/limits';
import { PictureRefused } from './errors';
import type { Pictures } from './types';

/** Larger files are no snapshots, and unpacking them could take a phone down. */
const FILE_MAX_MB = 25;
/** In the order in which they are tried: not every browser writes WebP, and a picture full of noise may get too large. */
const ENCODINGS = [
  ['image/webp', 0.85],
  ['image/jpeg', 0.85],
  ['image/jpeg', 0.6],
  ['image/jpeg', 0.3],
] as const;

const NO_PICTURE = 'This file is not a picture that can be used. Please choose a PNG, JPEG or WebP.';

/** Profile pictures from files: whatever else is in a file (where it was taken, say) does not leave the device. */
export function createPictures(): Pictures {
  return {
    async choose() {
      const file = await chosenFile();
      return file && smallSquare(file);
    },
  };
}

function chosenFile(): Promise<File | null> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = 'image/png,image/jpeg,image/webp';
    input.addEventListener('change', () => resolve(input.files?.[0] ?? null));
    input.addEventListener('cancel', () => resolve(null));
    input.click();
  });
}

async function smallSquare(file: File): Promise<string> {
  if (file.size > FILE_MAX_MB * 1_000_000)
    throw new PictureRefused(`This file is too large. Please choose a picture of at most ${FILE_MAX_MB} MB.`);
  if (!(await isPicture(file))) throw new PictureRefused(NO_PICTURE);
  const picture = await createImageBitmap(file).catch(() => {
    throw new PictureRefused(
      'This picture is damaged or too large for this device. Please choose another one.',
    );
  });
  try {
    return await encoded(drawn(picture));
  } finally {
    picture.close();
  }
}

/** Goes by the first bytes: names and types are easily wrong. */
async function isPicture(file: File): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  const has = (at: number, ...expected: number[]) =>
    expected.every((byte, index) => bytes[at + index] === byte);
  const isWebp = has(0, 0x52, 0x49, 0x46, 0x46) && has(8, 0x57, 0x45, 0x42, 0x50);
  return isWebp || has(0, 0x89, 0x50, 0x4e, 0x47) || has(0, 0xff, 0xd8, 0xff);
}

/** The middle of the picture, square, no larger than it is. */
function drawn(picture: ImageBitmap): HTMLCanvasElement {
  const side = Math.min(picture.width, picture.height);
  const size = Math.min(side, PICTURE_SIZE_PX);
  const canvas = Object.assign(document.createElement('canvas'), { width: size, height: size });
  const context = canvas.getContext('2d');
  if (!context) throw new PictureRefused('This browser cannot work on pictures');
  // What is transparent would become black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, size, size);
  context.imageSmoothingQuality = 'high';
  const [left, top] = [(picture.width - side) / 2, (picture.height - side) / 2];
  context.drawImage(picture, left, top, side, side, 0, 0, size, size);
  return canvas;
}

async function encoded(canvas: HTMLCanvasElement): Promise<string> {
  for (const [type, quality] of ENCODINGS) {
    const blob = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, type, quality);
    });
    if (blob?.type === type && blob.size <= PICTURE_MAX_BYTES) return asDataUrl(blob);
  }
  throw new PictureRefused('This picture cannot be made small enough. Please choose another one.');
}

function asDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(new PictureRefused(NO_PICTURE)));
    reader.readAsDataURL(blob);
  });
}
