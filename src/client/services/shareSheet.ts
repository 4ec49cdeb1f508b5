/** The system's dialog to share a link with another app. */
export interface ShareSheet {
  isSupported(): boolean;
  /** Ends also when the user closes it. Needs a press just before; rejects when the browser refuses. */
  open(content: { text: string; url: string }): Promise<void>;
}

export function createShareSheet(): ShareSheet {
  return {
    // Missing on insecure origins and in some browsers.
    isSupported: () => 'navigator' in globalThis && 'share' in navigator,
    async open(content) {
      try {
        await navigator.share(content);
      } catch (error) {
        if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
      }
    },
  };
}
