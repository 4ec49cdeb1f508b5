import { useEffect, useEffectEvent, useRef } from 'react';
import type { ReactElement } from 'react';
import { WindowVirtualizer, type WindowVirtualizerHandle } from 'virtua';
import { VirtualRows } from './VirtualRows';

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

/**
 * A list of any length, which scrolls with the page: only items near the window are in the page. The first item always is,
 * so that the Tab key and a screen reader find the list below the window.
 */
export function LongList({ label, count, item, wanted }: LongListProps) {
  const list = useRef<HTMLDivElement>(null);
  const virtual = useRef<WindowVirtualizerHandle>(null);
  const request = wanted?.request;
  const show = useEffectEvent(() => {
    // An item that was pressed is visible already.
    if (!wanted || list.current?.contains(document.activeElement)) return;
    const align = wanted.align ?? 'center';
    if (wanted.index === 0) return list.current?.firstElementChild?.scrollIntoView({ block: align });
    const offset = align === 'end' ? END_MARGIN_PX : 0;
    virtual.current?.scrollToIndex(wanted.index - 1, { align, offset });
  });
  useEffect(() => {
    if (request !== undefined) show();
  }, [request]);
  const itemAt = (index: number) => (
    <div key={index} role="listitem" aria-setsize={count} aria-posinset={index + 1}>
      {item(index)}
    </div>
  );
  return (
    <div ref={list} role="list" aria-label={label}>
      {count > 0 ? itemAt(0) : null}
      <WindowVirtualizer ref={virtual} as={VirtualRows} data={{ length: Math.max(0, count - 1) }}>
        {(_nothing, before) => itemAt(before + 1)}
      </WindowVirtualizer>
    </div>
  );
}
