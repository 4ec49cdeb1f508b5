import type { Clipboard } from './types';

/**
 * The clipboard. Pages that came without TLS have none, as a server in one's own house may serve them; there the text
 * is copied out of a field that nobody sees.
 */
export function createClipboard(): Clipboard {
  return {
    async write(text) {
      try {
        await navigator.clipboard.writeText(text);
      } catch (error) {
        if (!copiedFromField(text)) throw error;
      }
    },
  };
}

function copiedFromField(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.className = 'visually-hidden';
  // Beside what was pressed: what is outside an open dialog cannot be selected.
  (focused?.parentElement ?? document.body).append(field);
  try {
    field.select();
    return document.execCommand('copy');
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}
