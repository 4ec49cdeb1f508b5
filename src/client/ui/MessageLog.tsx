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
import { useRowJump } from './useRowJump';
import { VirtualRows } from './VirtualRows';
import './message-log.css';

export interface MessageLogProps<Row> {
  /** The list's accessible name. */
  label: string;
  /** Oldest first. */
  rows: readonly Row[];
  /** The React key of a row, which must not change. */
  keyOf: (row: Row) => string;
  /** Whether the user wrote the row in this browser: the list scrolls to it when it is added at the end. */
  isOutgoing: (row: Row) => boolean;
  renderRow: (row: Row) => ReactNode;
  /** Shown above the first row, for example that older rows are loading. */
  top?: ReactNode;
  /** Called while the user is near the first row, to load older ones. */
  onNearStart?: (() => void) | undefined;
  /** Called with the lowest row in sight; the rows above it count as seen. */
  onSeen: (row: Row) => void;
  /** Renders the button that scrolls to the end, while the end is out of sight. */
  renderScrollButton: (scrollToEnd: () => void) => ReactNode;
  /** A row to which a button leads while it is above the view and has not been in view; a null key is above the first row. */
  jump?: { key: string | null; renderButton: (jump: () => void) => ReactNode } | null;
}

/** How close to the end counts as being there, in px. */
const AT_END_PX = 48;
/** Minimum height of `top`, as in message-log.css. */
const TOP_REM = 3.5;
const DEFAULT_REM_PX = 16;
/** Older rows are loaded this far ahead, in px, so that they are there before the user reaches the first row. */
const NEAR_START_PX = 1_200;

/**
 * A virtual list that grows at its end and is read from there. It stays at the end if it was there, and keeps the visible
 * rows in place when older ones are added above.
 */
export function MessageLog<Row>(props: MessageLogProps<Row>) {
  const { label, rows, keyOf, renderRow, top, renderScrollButton, jump } = props;
  const listRef = useRef<VirtualizerHandle>(null);
  const scrollRef = useRef<HTMLDivElement>(null);
  const [topHeight] = useState(() => TOP_REM * remInPx());
  const scrolling = useScrollPosition(props, listRef, scrollRef, topHeight);
  return (
    <div className="message-log">
      {jump && scrolling.isJumpOffered ? jump.renderButton(scrolling.onJumpButton) : null}
      <div
        ref={scrollRef}
        className="message-log-scroll"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard can scroll it
        tabIndex={0}
        role="log"
        aria-label={label}
        // Screen readers announce added rows only at the end, where they are new messages.
        aria-live={scrolling.atEnd ? 'polite' : 'off'}
      >
        <div className="message-log-top">{top}</div>
        <Virtualizer
          ref={listRef}
          as={VirtualRows}
          data={rows}
          shift={scrolling.grewAbove}
          scrollRef={scrollRef}
          startMargin={topHeight}
          onScroll={scrolling.onScroll}
          onScrollEnd={scrolling.onScrollEnd}
          onResize={scrolling.keepScrollPosition}
          bufferSize={600}
        >
          {(row: Row): ReactElement => <div key={keyOf(row)}>{renderRow(row)}</div>}
        </Virtualizer>
      </div>
      {scrolling.atEnd ? null : renderScrollButton(scrolling.onScrollButton)}
    </div>
  );
}

/** Depends on the font size that the user has set in the browser. */
function remInPx(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || DEFAULT_REM_PX;
}

function useScrollPosition<Row>(
  { rows, keyOf, isOutgoing, onNearStart, onSeen, jump: target }: MessageLogProps<Row>,
  listRef: RefObject<VirtualizerHandle | null>,
  scrollRef: RefObject<HTMLElement | null>,
  topHeight: number,
) {
  const [atEnd, setAtEnd] = useState(true);
  /** As `atEnd`, but up to date between renders. */
  const isAtEndRef = useRef(true);
  const rowsBeforeRef = useRef(rows);
  const first = rows[0] === undefined ? null : keyOf(rows[0]);
  const lastRow = rows.at(-1);
  const last = lastRow === undefined ? null : keyOf(lastRow);
  const grewAbove = useGrewAbove(first, last, rows.length);
  const { isOffered, jump, checkTarget } = useRowJump({
    listRef,
    isAtEndRef,
    rows,
    keyOf,
    topHeight,
    target: target?.key,
  });

  const scrollToEnd = useCallback(() => {
    isAtEndRef.current = true;
    listRef.current?.scrollToIndex(rows.length - 1, { align: 'end' });
    if (lastRow !== undefined) onSeen(lastRow);
  }, [listRef, rows, lastRow, onSeen]);

  const onScroll = useCallback(() => {
    const { current: log } = listRef;
    if (!log || rows.length === 0) return;
    const end = log.scrollOffset + log.viewportSize;
    const isAtEnd = log.scrollSize - end <= AT_END_PX;
    isAtEndRef.current = isAtEnd;
    setAtEnd(isAtEnd);
    checkTarget();
    if (log.scrollOffset < NEAR_START_PX) onNearStart?.();
    const lowest = rows[isAtEnd ? rows.length - 1 : log.findItemIndex(end - 1)];
    if (lowest !== undefined) onSeen(lowest);
  }, [listRef, rows, onNearStart, onSeen, checkTarget]);

  /**
   * Runs when rows are added and again when they are measured: only then is it known how far down the end is. A list at its
   * end stays there.
   */
  const keepScrollPosition = useCallback(() => {
    if (isAtEndRef.current) {
      scrollToEnd();
      checkTarget();
    } else onScroll();
  }, [scrollToEnd, onScroll, checkTarget]);

  useLayoutEffect(() => {
    const { current: before } = rowsBeforeRef;
    rowsBeforeRef.current = rows;
    // The last row is not new when the row below it was removed or stored.
    if (lastRow !== undefined && isOutgoing(lastRow) && !before.some((row) => keyOf(row) === last))
      isAtEndRef.current = true;
    keepScrollPosition();
  }, [rows, lastRow, last, keyOf, isOutgoing, keepScrollPosition]);

  const onScrollEnd = useCallback(() => checkTarget(true), [checkTarget]);
  const onScrollButton = useListButton(scrollRef, scrollToEnd);
  const onJumpButton = useListButton(scrollRef, jump);
  const buttons = { isJumpOffered: isOffered, onJumpButton, onScrollButton };
  return { atEnd, grewAbove, onScroll, onScrollEnd, keepScrollPosition, ...buttons };
}

/** Moves the focus from a button to the list before the button acts, because it disappears then. */
function useListButton(scrollRef: RefObject<HTMLElement | null>, act: () => void): () => void {
  return useCallback(() => {
    if (scrollRef.current?.parentElement?.contains(document.activeElement)) scrollRef.current.focus();
    act();
  }, [scrollRef, act]);
}

/** Whether the last change of the rows only added some above. */
function useGrewAbove(first: string | null, last: string | null, count: number): boolean {
  const [before, setBefore] = useState({ first, last, count, grewAbove: false });
  if (before.first === first && before.last === last && before.count === count) return before.grewAbove;
  const grewAbove =
    before.first !== null && before.first !== first && before.last === last && count > before.count;
  setBefore({ first, last, count, grewAbove });
  return grewAbove;
}
