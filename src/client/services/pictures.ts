import { PICTURE_MAX_BYTES, PICTURE_SIZE_PX } from '#contract/limits';
import { PictureRefused } from './errors';

export interface Pictures {
  /**
   * Opens the file picker; browsers allow that only right after a click.
   * @returns a small square picture as a data URL without metadata; null when no file was chosen. Rejects with
   *   `PictureRefused`.
   */
  choose(): Promise<string | null>;
}

/** Decoding larger files could crash a phone. */
const FILE_MAX_MB = 25;
/** Tried in this order: not every browser encodes WebP, and a noisy picture may exceed the limit. */
const ENCODINGS = [
  ['image/webp', 0.85],
  ['image/jpeg', 0.85],
  ['image/jpeg', 0.6],
  ['image/jpeg', 0.3],
] as const;

const NO_PICTURE = 'This file is not a picture that can be used. Please choose a PNG, JPEG or WebP.';

/** Profile pictures from files. Metadata, such as where a picture was taken, does not leave the device. */
export function createPictures(): Pictures {
  return {
    async choose() {
      const file = await chooseFile();
      return file && toSquarePicture(file);
    },
  };
}

function chooseFile(): Promise<File | null> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = 'image/png,image/jpeg,image/webp';
    input.addEventListener('change', () => resolve(input.files?.[0] ?? null));
    input.addEventListener('cancel', () => resolve(null));
    input.click();
  });
}

async function toSquarePicture(file: File): Promise<string> {
  if (file.size > FILE_MAX_MB * 1_000_000)
    throw new PictureRefused(`This file is too large. Please choose a picture of at most ${FILE_MAX_MB} MB.`);
  if (!(await isPicture(file))) throw new PictureRefused(NO_PICTURE);
  const picture = await createImageBitmap(file).catch(() => {
    throw new PictureRefused(
      'This picture is damaged or too large for this device. Please choose another one.',
    );
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
  if (!context) throw new PictureRefused('This browser cannot work on pictures');
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
  throw new PictureRefused('This picture cannot be made small enough. Please choose another one.');
}

function toDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(new PictureRefused(NO_PICTURE)));
    reader.readAsDataURL(blob);
  });
}
