import {
  type ReactElement,
  type ReactNode,
  useCallback,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import './message-log.css';

export interface MessageLogProps<Row> {
  /** The list's accessible name. */
  label: string;
  /** The oldest first. Each has a key that it keeps. */
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  renderRow: (row: Row) => ReactNode;
  /** Stands above the first row: that older ones come, or that there are none. */
  top?: ReactNode;
  /** Older rows are wanted. */
  onNearStart?: (() => void) | undefined;
  /** The rows up to this one are or were in sight. */
  onSeen: (row: Row) => void;
  /** Draws what leads to the end while it is out of sight. */
  renderWayDown: (goDown: () => void) => ReactNode;
}

/** How close to an end counts as being there, in px. */
const AT_END_PX = 48;
/** Height of what stands above the first row, in letters of the page, see message-log.css. */
const TOP_REM = 3.5;
const USUAL_REM_PX = 16;
/** Older rows are asked for this far ahead, in px: they are there before one comes to the top. */
const NEAR_START_PX = 1_200;

/**
 * A long list that grows at its end and is read from there. It stays at the end if it was there, keeps what is in sight
 * in its place when older rows come in above, and holds only what is near the view in the page.
 */
export function MessageLog<Row>(props: MessageLogProps<Row>) {
  const { label, rows, keyOf, renderRow, top, renderWayDown } = props;
  const listRef = useRef<VirtualizerHandle>(null);
  const box = useRef<HTMLDivElement>(null);
  const [topHeight] = useState(() => TOP_REM * remInPx());
  const { atEnd, grewAbove, onScroll, followWayDown, keepScrollPosition } = useEnd(props, listRef, box);
  return (
    <div className="message-log">
      <div
        ref={box}
        className="message-log-scroll"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- or it could not be scrolled with the keyboard
        tabIndex={0}
        role="log"
        aria-label={label}
        // At the end, what is added is new; further up it only comes into sight.
        aria-live={atEnd ? 'polite' : 'off'}
      >
        <div className="message-log-top">{top}</div>
        <Virtualizer
          ref={listRef}
          data={rows}
          shift={grewAbove}
          scrollRef={box}
          startMargin={topHeight}
          onScroll={onScroll}
          onResize={keepScrollPosition}
          bufferSize={600}
        >
          {(row: Row): ReactElement => <div key={keyOf(row)}>{renderRow(row)}</div>}
        </Virtualizer>
      </div>
      {atEnd ? null : renderWayDown(followWayDown)}
    </div>
  );
}

/** Grows with the text that people choose in their browser. */
function remInPx(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || USUAL_REM_PX;
}

function useEnd<Row>(
  { rows, keyOf, onNearStart, onSeen }: MessageLogProps<Row>,
  listRef: RefObject<VirtualizerHandle | null>,
  box: RefObject<HTMLElement | null>,
) {
  const [atEnd, setAtEnd] = useState(true);
  const held = useRef(true);
  const first = rows[0] === undefined ? null : keyOf(rows[0]);
  const lastRow = rows.at(-1);
  const last = lastRow === undefined ? null : keyOf(lastRow);
  const grewAbove = useGrewAbove(first, last, rows.length);

  const goDown = useCallback(() => {
    held.current = true;
    listRef.current?.scrollToIndex(rows.length - 1, { align: 'end' });
    if (lastRow !== undefined) onSeen(lastRow);
  }, [listRef, rows, lastRow, onSeen]);

  /** The way down goes when it has been followed; the focus, which would go with it, stays with the list. */
  const followWayDown = useCallback(() => {
    if (box.current?.parentElement?.contains(document.activeElement)) box.current.focus();
    goDown();
  }, [box, goDown]);

  /** Where one is: asks for older rows, and tells what is in sight. */
  const onScroll = useCallback(() => {
    const { current: log } = listRef;
    if (!log || rows.length === 0) return;
    const end = log.scrollOffset + log.viewportSize;
    const isAtEnd = log.scrollSize - end <= AT_END_PX;
    held.current = isAtEnd;
    setAtEnd(isAtEnd);
    if (log.scrollOffset < NEAR_START_PX) onNearStart?.();
    const lowest = rows[isAtEnd ? rows.length - 1 : log.findItemIndex(end - 1)];
    if (lowest !== undefined) onSeen(lowest);
  }, [listRef, rows, onNearStart, onSeen]);

  /**
   * After rows or sizes have changed. A list at its end stays there: where that is shows only once the new rows are
   * measured, and rows that turn out taller, or a smaller window, must not push it out of sight.
   */
  const keepScrollPosition = useCallback(() => {
    if (held.current) goDown();
    else onScroll();
  }, [goDown, onScroll]);

  useLayoutEffect(keepScrollPosition, [keepScrollPosition]);

  return { atEnd, grewAbove, onScroll, followWayDown, keepScrollPosition };
}

/** Whether the newest change of the rows brought some in above, and nowhere else. */
function useGrewAbove(first: string | null, last: string | null, count: number): boolean {
  const [before, setBefore] = useState({ first, last, count, grewAbove: false });
  if (before.first === first && before.last === last && before.count === count) return before.grewAbove;
  const grewAbove =
    before.first !== null && before.first !== first && before.last === last && count > before.count;
  setBefore({ first, last, count, grewAbove });
  return grewAbove;
}
