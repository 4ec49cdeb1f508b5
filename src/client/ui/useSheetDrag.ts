import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';

/** From low to high: the first lines, half of the list, all of it. */
export const SHEET_HEIGHTS = ['peek', 'half', 'full'] as const;
export type SheetHeight = (typeof SHEET_HEIGHTS)[number];

/** The next height up or down; the same one at the end. */
export function nextHeight(height: SheetHeight, direction: 'up' | 'down'): SheetHeight {
  const index = SHEET_HEIGHTS.indexOf(height) + (direction === 'up' ? 1 : -1);
  return SHEET_HEIGHTS[index] ?? height;
}

/** A press becomes a drag after this many CSS pixels; a shorter one is a tap. */
const DRAG_FROM_PX = 8;
/** A drag that is faster than this at its end, in CSS pixels a millisecond, moves the sheet to the next height. */
const FLICK = 0.4;

interface Drag {
  readonly pointerId: number;
  readonly startY: number;
  lastY: number;
  lastAt: number;
  /** CSS pixels a millisecond, downwards. */
  speed: number;
  /** Null until it has begun. */
  moving: Moving | null;
}

/** Read once for each drag: a reading between two moves makes the browser compute the layout again. */
interface Moving {
  /** The sheet, and what stands on its edge. */
  readonly elements: readonly HTMLElement[];
  readonly visible: Record<SheetHeight, number>;
}

interface DraggedSheet {
  sheet: RefObject<HTMLElement | null>;
  height: SheetHeight;
  onHeight: (height: SheetHeight) => void;
  /** How much of the sheet each height shows, in CSS pixels. */
  visible: () => Record<SheetHeight, number>;
}

/**
 * Moves a sheet, and what stands on its edge, with the finger; Escape lowers one that is full, and hides nothing of a half
 * one. Only compositor properties change while it moves, so that slow phones keep up.
 */
export function useSheetDrag({ sheet, height, onHeight, visible }: DraggedSheet): void {
  const drag = useRef<Drag>(null);

  const onDown = useEffectEvent((event: PointerEvent) => {
    if (!event.isPrimary || event.button !== 0 || !mayDrag(event, height)) return;
    // Another device may press while a finger drags.
    if (drag.current?.moving) return;
    const { pointerId, clientY: startY, timeStamp: lastAt } = event;
    drag.current = { pointerId, startY, lastY: startY, lastAt, speed: 0, moving: null };
  });

  const onMove = useEffectEvent((event: PointerEvent) => {
    const [current, element] = [drag.current, sheet.current];
    if (!current || !element || event.pointerId !== current.pointerId) return;
    // The release of a mouse can be lost, for example to a context menu.
    if (event.pointerType === 'mouse' && event.buttons === 0) return onUp(event);
    const distance = event.clientY - current.startY;
    if (!current.moving) {
      if (Math.abs(distance) < DRAG_FROM_PX) return;
      current.moving = { elements: elementsOn(element), visible: visible() };
      // Then a press that ends on a link of the sheet does not follow it.
      element.setPointerCapture(event.pointerId);
      element.dataset.dragged = 'true';
    }
    current.speed = (event.clientY - current.lastY) / Math.max(1, event.timeStamp - current.lastAt);
    current.lastY = event.clientY;
    current.lastAt = event.timeStamp;
    const { full, peek, [height]: now } = current.moving.visible;
    translate(current.moving.elements, Math.min(now - peek, Math.max(now - full, distance)));
  });

  const onUp = useEffectEvent((event: PointerEvent) => {
    const [current, element] = [drag.current, sheet.current];
    if (event.pointerId !== current?.pointerId) return;
    drag.current = null;
    if (!current?.moving || !element) return;
    delete element.dataset.dragged;
    translate(current.moving.elements, null);
    if (event.type === 'pointerup') onHeight(heightAfter(current, height, current.moving.visible));
  });

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || height !== 'full') return;
    // In a search field the key clears the text first.
    const { target } = event;
    if (target instanceof HTMLInputElement && target.type === 'search' && target.value !== '') return;
    onHeight('half');
  });

  useEffect(() => {
    const element = sheet.current;
    const listening = new AbortController();
    const options = { signal: listening.signal };
    element?.addEventListener('pointerdown', (event) => onDown(event), options);
    element?.addEventListener('keydown', (event) => onKey(event), options);
    // A quick mouse leaves the sheet before its press becomes a drag.
    window.addEventListener('pointermove', (event) => onMove(event), options);
    window.addEventListener('pointerup', (event) => onUp(event), options);
    window.addEventListener('pointercancel', (event) => onUp(event), options);
    return () => listening.abort();
  }, [sheet]);
}

/** At full height the list scrolls, and only the head of the sheet moves it. */
function mayDrag({ target }: PointerEvent, height: SheetHeight): boolean {
  if (!(target instanceof Element) || target.closest('input, select, textarea')) return false;
  return height !== 'full' || target.closest('.sheet-head') !== null;
}

function elementsOn(sheet: HTMLElement): HTMLElement[] {
  return [
    ...(sheet.closest('.map-screen-stage')?.querySelectorAll<HTMLElement>('[data-moves-with-sheet]') ?? []),
  ];
}

function translate(elements: readonly HTMLElement[], distance: number | null): void {
  for (const { style } of elements) {
    style.translate = distance === null ? '' : `0 ${distance}px`;
    style.transition = distance === null ? '' : 'none';
  }
}

function heightAfter(drag: Drag, height: SheetHeight, visible: Record<SheetHeight, number>): SheetHeight {
  if (Math.abs(drag.speed) > FLICK) return nextHeight(height, drag.speed < 0 ? 'up' : 'down');
  const shown = visible[height] + drag.startY - drag.lastY;
  const distance = (other: SheetHeight) => Math.abs(visible[other] - shown);
  return SHEET_HEIGHTS.reduce((best, other) => (distance(other) < distance(best) ? other : best));
}
