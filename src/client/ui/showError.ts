const FOCUSED_MISTAKE = '[aria-invalid]:focus';

/**
 * Scrolls a new error of a form into sight, because with large text on a phone it would be outside the window, where the
 * button is that was pressed. A field that is wrong and has the focus is shown instead, with its own error; else the notice
 * of the form.
 */
export function showError(error: HTMLElement | null): void {
  const form = error?.closest('form');
  if (!form) return;
  // In the next frame: in this one the browser scrolls to keep the rest where it is.
  requestAnimationFrame(() => {
    const focused = form.querySelector(FOCUSED_MISTAKE);
    const shown = focused ? (focused.closest('.field') ?? focused) : form.querySelector('.notice-error');
    (shown ?? error)?.scrollIntoView?.({ block: 'nearest' });
  });
}
