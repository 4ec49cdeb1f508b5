import { useEffect, useEffectEvent, useRef } from 'react';
import type { ReactElement } from 'react';
import { WindowVirtualizer, type WindowVirtualizerHandle } from 'virtua';

export interface LongListProps {
  /** The accessible name of the list. */
  label: string;
  count: number;
  /** Draws one item; asked only for those near the window. */
  item: (index: number) => ReactElement;
  /** The item that must be in view, where in the window, and the number of this request; null for none. */
  wanted: { index: number; request: number; align?: 'center' | 'end' } | null;
}

const END_MARGIN_PX = 24;

/** A list as long as it likes, in the page's own scrolling: only what is near the window is in the page. */
export function LongList({ label, count, item, wanted }: LongListProps) {
  const list = useRef<HTMLDivElement>(null);
  const virtual = useRef<WindowVirtualizerHandle>(null);
  const request = wanted?.request;
  const show = useEffectEvent(() => {
    // An item that was pressed is visible already.
    if (!wanted || list.current?.contains(document.activeElement)) return;
    virtual.current?.scrollToIndex(wanted.index, {
      align: wanted.align ?? 'center',
      offset: wanted.align === 'end' ? END_MARGIN_PX : 0,
    });
  });
  useEffect(() => {
    if (request !== undefined) show();
  }, [request]);
  return (
    <div ref={list} role="list" aria-label={label}>
      <WindowVirtualizer ref={virtual} data={{ length: count }}>
        {(_nothing, index) => (
          <div key={index} role="listitem" aria-setsize={count} aria-posinset={index + 1}>
            {item(index)}
          </div>
        )}
      </WindowVirtualizer>
    </div>
  );
}
