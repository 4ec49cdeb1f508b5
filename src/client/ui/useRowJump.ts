import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';

interface RowJump<Row> {
  listRef: RefObject<VirtualizerHandle | null>;
  /** Whether the list follows its end; a jump ends that. */
  isAtEndRef: RefObject<boolean>;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The key of the row to jump to; null while it is not loaded, undefined for none. */
  target: string | null | undefined;
  /** Height of what is above the first row, in px. */
  topHeight: number;
}

/**
 * Offers a jump to a row above the view, until that row has been in view or the user has jumped. A row that is not loaded
 * is sought at the top, where older rows load.
 */
export function useRowJump<Row>({ listRef, isAtEndRef, rows, keyOf, target, topHeight }: RowJump<Row>) {
  const [isAbove, setIsAbove] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const [before, setBefore] = useState(target);
  const isSeekingRef = useRef(false);
  if (before !== target) {
    setBefore(target);
    // A row that was not loaded before is still the same one.
    if (before !== null) setIsDone(false);
  }

  const findTarget = useCallback(
    () => (typeof target === 'string' ? rows.findIndex((row) => keyOf(row) === target) : -1),
    [rows, keyOf, target],
  );

  /** Runs when the list has scrolled or its rows were measured; `isSettled` when it has come to rest. */
  const checkTarget = useCallback(
    (isSettled = false) => {
      const { current: list } = listRef;
      if (!list) return;
      const index = findTarget();
      const isInView = index >= 0 && list.getItemOffset(index) + topHeight >= list.scrollOffset;
      setIsAbove(!isInView);
      // A list on its way to its end may pass the target before its rows are measured.
      if (isInView && (isSettled || list.scrollSize <= list.viewportSize)) setIsDone(true);
      if (isAtEndRef.current) isSeekingRef.current = false;
    },
    [listRef, isAtEndRef, findTarget, topHeight],
  );

  const scrollToTarget = useCallback(() => {
    const index = findTarget();
    isSeekingRef.current = index < 0;
    const offset = index < 0 ? -topHeight : 0;
    listRef.current?.scrollToIndex(Math.max(index, 0), { align: 'start', offset });
  }, [listRef, findTarget, topHeight]);

  const jump = useCallback(() => {
    isAtEndRef.current = false;
    setIsDone(true);
    scrollToTarget();
  }, [isAtEndRef, scrollToTarget]);

  // Again with each page of older rows, until the target is among them.
  useLayoutEffect(() => {
    if (isSeekingRef.current) scrollToTarget();
  }, [scrollToTarget]);

  return { isOffered: target !== undefined && isAbove && !isDone, jump, checkTarget };
}
