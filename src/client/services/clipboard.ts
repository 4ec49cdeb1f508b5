export interface Clipboard {
  /** Rejects when the browser does not allow it. */
  write(text: string): Promise<void>;
}

/** The clipboard. Insecure origins have no Clipboard API; there the text is copied from a hidden field. */
export function createClipboard(): Clipboard {
  return {
    async write(text) {
      try {
        await navigator.clipboard.writeText(text);
      } catch (error) {
        if (!copyFromField(text)) throw error;
      }
    },
  };
}

function copyFromField(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.className = 'visually-hidden';
  // Beside the focused element, because text outside an open dialog cannot be selected.
  (focused?.parentElement ?? document.body).append(field);
  try {
    field.select();
    return document.execCommand('copy');
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}
