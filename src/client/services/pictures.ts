import type { Files } from './files';

export interface Pictures {
  /**
   * Opens the file picker; browsers allow that only right after a click.
   * @returns a small square picture as a data URL without metadata; null when no file was chosen. Rejects with
   *   `PictureRefused`.
   */
  choose(): Promise<string | null>;
}

/** Profile pictures from files. Metadata, such as where a picture was taken, does not leave the device. */
export function createPictures({ choose }: Pick<Files, 'choose'>): Pictures {
  return {
    async choose() {
      const file = await choose('image/png,image/jpeg,image/webp');
      // Few people ever change their picture, so what does it is not in the first load.
      return file && (await import('./lazyTools')).toSquarePicture(file);
    },
  };
}
