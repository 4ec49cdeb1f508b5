export interface Files {
  save(name: string, content: Blob): void;
}

/** Saves files by the browser's download. */
export function createFiles(): Files {
  return {
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
