export interface Pictures {
  /**
   * Opens the file picker; browsers allow that only right after a click.
   * @returns a small square picture as a data URL without metadata; null when no file was chosen. Rejects with
   *   `PictureRefused`.
   */
  choose(): Promise<string | null>;
}

/** Profile pictures from files. Metadata, such as where a picture was taken, does not leave the device. */
export function createPictures(): Pictures {
  return {
    async choose() {
      const file = await chooseFile();
      // Few people ever change their picture, so what does it is not in the first load.
      return file && (await import('./squarePicture')).toSquarePicture(file);
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
