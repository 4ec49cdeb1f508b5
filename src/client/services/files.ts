export interface Files {
  /**
   * Opens the file picker; browsers allow that only right after a click. Null when no file was chosen.
   * @param accept content types or endings, with commas between
   */
  choose(accept: string): Promise<File | null>;
  save(name: string, content: Blob): void;
}

/** Files by the browser's file picker and download. */
export function createFiles(): Files {
  return {
    choose: (accept) =>
      new Promise((resolve) => {
        const input = document.createElement('input');
        input.type = 'file';
        input.accept = accept;
        input.addEventListener('change', () => resolve(input.files?.[0] ?? null));
        input.addEventListener('cancel', () => resolve(null));
        input.click();
      }),
    save(name, content) {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(content);
      link.download = name;
      link.click();
      // Some browsers save nothing if the URL is revoked too early.
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    },
  };
}
