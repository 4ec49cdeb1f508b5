import { focusPageTitle } from './Page';

/**
 * The `ref` of an item in a list, or of a part that closes. When it goes while it has the focus, the focus moves to what
 * takes its place, else to what is before it, else to the page's title.
 */
export function focusNeighbourOnRemoval(item: HTMLElement | null): () => void {
  let hadFocus = false;
  item?.addEventListener('focusin', () => {
    hadFocus = true;
  });
  // Without a target the focus went nowhere, for example because its button was disabled.
  item?.addEventListener('focusout', ({ relatedTarget }) => {
    hadFocus = relatedTarget === null;
  });
  return () => {
    const { children } = item?.parentElement ?? document.body;
    const index = [...children].findIndex((child) => child === item);
    // After React has changed the rest: until then the other buttons may be disabled, and the next item not there.
    queueMicrotask(() => {
      if (!hadFocus || document.activeElement !== document.body) return;
      const target = [children[index], children[index - 1]].map(focusTarget).find(Boolean);
      target?.focus({ preventScroll: true });
      // The least that brings it into view; the browser would center it.
      target?.scrollIntoView?.({ block: 'nearest' });
      focusPageTitle();
    });
  };
}

const FOCUSABLE = 'button:enabled, summary';

/**
 * An item that can have the focus itself, which is safer where a second press would be one too many; else its first button,
 * else its switch, else its link.
 */
function focusTarget(item: Element | undefined): HTMLElement | null | undefined {
  return item instanceof HTMLElement && item.matches(`[tabindex], ${FOCUSABLE}`)
    ? item
    : (item?.querySelector<HTMLElement>(FOCUSABLE) ??
        item?.querySelector<HTMLElement>('[type=checkbox]:enabled') ??
        item?.querySelector<HTMLElement>('a[href]'));
}
