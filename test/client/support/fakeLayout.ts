import { act } from '@testing-library/react';

const BOX_PX = 400;
const ROW_PX = 50;

/**
 * Gives sizes to what a virtual list measures, which jsdom does not lay out: its box and its rows.
 * @returns what lets everything be measured that waits for it
 */
export function fakeLayout(): () => Promise<void> {
  const waiting: (() => void)[] = [];
  window.ResizeObserver = class implements ResizeObserver {
    constructor(private readonly report: ResizeObserverCallback) {}
    observe(target: Element) {
      const height = target.getAttribute('role') === 'log' ? BOX_PX : ROW_PX;
      const entry = { target, contentRect: new DOMRect(0, 0, BOX_PX, height) };
      waiting.push(() => this.report([entry as unknown as ResizeObserverEntry], this));
    }
    unobserve() {}
    disconnect() {}
  };
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', { get: () => document.body });
  Object.assign(Element.prototype, {
    scrollTo(this: Element, { top }: { top: number }) {
      this.scrollTop = Math.max(0, top);
      // As in a browser, which does not call back while a page is being rendered.
      queueMicrotask(() => this.dispatchEvent(new Event('scroll')));
    },
    scrollBy(this: Element, { top }: { top: number }) {
      this.scrollTo({ top: this.scrollTop + top });
    },
  });
  return async () => {
    do {
      await act(async () => {
        for (const report of waiting.splice(0)) report();
        await Promise.resolve();
      });
    } while (waiting.length > 0);
  };
}
