import { t } from '#client/i18n/text';
import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { useDocked } from './hooks';
import { CloseIcon } from './icons';
import { IconButton } from './RoundButton';
import { nextHeight, type SheetHeight, useSheetDrag } from './useSheetDrag';
import './people-panel.css';

export interface PeoplePanelProps {
  title: string;
  /** Beside the title, e.g. the family's name, or the choice of one. */
  subtitle?: ReactNode;
  /** False where the list begins with a title of its own. */
  isTitleShown: boolean;
  /** A button beside the title. */
  action?: ReactNode;
  /** The height of the sheet; a docked panel always has its full height. */
  height: SheetHeight;
  /** Counts the requests to move the focus into the panel. */
  focusRequests: number;
  onHeight: (height: SheetHeight) => void;
  /** Whose list it is: that of another family begins at its start. */
  listKey: string | undefined;
  /** What the list begins with, empty for the list alone; a new one scrolls to the start. */
  startsWith: string;
  /** How far the list is scrolled at first, in CSS pixels. */
  scrollTop: number;
  /** The panel is removed; its list was scrolled so far. */
  onLeave: (scrollTop: number) => void;
  /** What even the lowest sheet shows. */
  top: ReactNode;
  children: ReactNode;
}

/** The members beside the map: a sheet of three heights over it, and from 1024 px up a panel of 320 px at its right. */
export function PeoplePanel(props: PeoplePanelProps) {
  const docked = useDocked();
  const heading = useRef<HTMLHeadingElement>(null);
  const place = useRef(props.scrollTop);
  const seen = useRef(props.focusRequests);
  useEffect(() => {
    if (seen.current !== props.focusRequests) heading.current?.focus();
    seen.current = props.focusRequests;
  }, [props.focusRequests]);
  const Frame = docked ? DockedPanel : Sheet;
  return <Frame {...props} heading={heading} place={place} />;
}

interface FrameProps extends PeoplePanelProps {
  heading: RefObject<HTMLHeadingElement | null>;
  /** How far the list is scrolled, in CSS pixels, while the panel changes between sheet and docked. */
  place: RefObject<number>;
}

/** Keeps the place in the list until the page is opened again. What it begins with, if that is new, is in sight. */
function useScrolling({ listKey, startsWith: key, place, onLeave }: FrameProps) {
  const body = useRef<HTMLDivElement>(null);
  const leave = useEffectEvent((scrollTop: number) => onLeave(scrollTop));
  // A list goes on where it was; the name that something else begins with is in sight.
  const start = useEffectEvent(() => (key === '' ? place.current : 0));
  // A layout effect: its clean-up still finds the list in the page.
  useLayoutEffect(() => {
    const element = body.current;
    if (!element) return undefined;
    element.scrollTop = start();
    return () => {
      place.current = element.scrollTop;
      leave(element.scrollTop);
    };
  }, [place]);
  const seen = useRef({ listKey, key });
  useEffect(() => {
    const { current } = seen;
    const isNew = (key !== '' && current.key !== key) || (current.listKey ?? listKey) !== listKey;
    if (isNew && body.current) body.current.scrollTop = 0;
    seen.current = { listKey, key };
  }, [listKey, key]);
  return body;
}

function DockedPanel(props: FrameProps) {
  const { title, subtitle, action, heading, top, children } = props;
  const titleId = useId();
  const body = useScrolling(props);
  return (
    <aside className="panel panel-docked" aria-labelledby={titleId}>
      <div className="panel-head">
        <Title {...{ titleId, title, subtitle, heading }} />
        {action}
      </div>
      <div className="panel-body" ref={body}>
        {top}
        {children}
      </div>
    </aside>
  );
}

function Sheet(props: FrameProps) {
  const { title, subtitle, action, isTitleShown, height, onHeight, heading, top, children } = props;
  const titleId = useId();
  const body = useScrolling(props);
  const sheet = useRef<HTMLElement>(null);
  const head = useRef<HTMLDivElement>(null);
  usePeekHeight(head, body);
  useFocusInSight(sheet, height);
  const visible = () => {
    const style = getComputedStyle(sheet.current ?? document.body);
    const bar = parseFloat(style.paddingBottom) || 0;
    const half = parseFloat(style.scrollMarginTop) || 0;
    return {
      full: sheet.current?.offsetHeight ?? 0,
      half,
      peek: Math.min((head.current?.offsetHeight ?? 0) + bar, half - 48),
    };
  };
  useSheetDrag({ sheet, height, onHeight, visible });
  return (
    <aside className="sheet" ref={sheet} data-height={height} data-moves-with-sheet aria-labelledby={titleId}>
      <div className="sheet-visible">
        <div className="sheet-head" ref={head}>
          <SheetHandle {...{ height, onHeight }} />
          <div className={isTitleShown || height === 'full' ? 'sheet-title' : 'visually-hidden'}>
            <Title {...{ titleId, title, subtitle, heading }} />
            {isTitleShown ? action : null}
            {/* The card of a member has a button like it. */}
            {isTitleShown && height === 'full' ? (
              <IconButton label={t('Close')} icon={<CloseIcon />} onClick={() => onHeight('half')} />
            ) : null}
          </div>
          {height === 'peek' ? top : null}
        </div>
        <div className="sheet-body" ref={body}>
          {/* With large text it may be higher than the sheet, so that it scrolls with the list. */}
          {height === 'peek' ? null : top}
          {children}
        </div>
      </div>
    </aside>
  );
}

/** Draws the lowest sheet as high as its first lines are, at every size of text, and keeps the focus in sight meanwhile. */
function usePeekHeight(head: RefObject<HTMLElement | null>, body: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const [lines, list] = [head.current, body.current];
    const stage = lines?.closest<HTMLElement>('.map-screen-stage');
    if (!lines || !list || !stage || typeof ResizeObserver !== 'function') return undefined;
    const observer = new ResizeObserver(() => {
      stage.style.setProperty('--sheet-head', `${lines.offsetHeight}px`);
      // A list that becomes lower would hide the row with the focus.
      list.querySelector(':focus-visible')?.scrollIntoView({ block: 'nearest' });
    });
    observer.observe(list);
    observer.observe(lines);
    return () => observer.disconnect();
  }, [head, body]);
}

/** Moves the focus to the handle when the new height hides or removes what has it. */
function useFocusInSight(sheet: RefObject<HTMLElement | null>, height: SheetHeight): void {
  const seen = useRef(height);
  useEffect(() => {
    const [now, element] = [document.activeElement, sheet.current];
    const isLost = now === document.body || (height === 'peek' && now?.closest('.sheet-body'));
    if (seen.current !== height && isLost) element?.querySelector<HTMLElement>('.sheet-handle')?.focus();
    seen.current = height;
  }, [sheet, height]);
}

interface SheetHandleProps {
  height: SheetHeight;
  onHeight: (height: SheetHeight) => void;
}

/** Moves the sheet without dragging: a press, or the keys up and down. */
function SheetHandle({ height, onHeight }: SheetHandleProps) {
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    onHeight(nextHeight(height, event.key === 'ArrowUp' ? 'up' : 'down'));
  }
  const isFull = height === 'full';
  return (
    <button
      type="button"
      className="sheet-handle"
      aria-label={isFull ? t('Show more of the map') : t('Show more of the list')}
      aria-expanded={isFull}
      onKeyDown={onKeyDown}
      onClick={() => onHeight(isFull ? 'half' : nextHeight(height, 'up'))}
    />
  );
}

interface TitleProps {
  titleId: string;
  title: string;
  subtitle: ReactNode;
  heading: RefObject<HTMLHeadingElement | null>;
}

function Title({ titleId, title, subtitle, heading }: TitleProps) {
  return (
    <div className="panel-title">
      <h2 id={titleId} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {subtitle ? <div className="panel-subtitle">{subtitle}</div> : null}
    </div>
  );
}
