import { t } from '#client/i18n/text';
import {
  useSyncExternalStore,
  useLayoutEffect,
  useRef,
  useId,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  type SyntheticEvent,
  type ReactNode,
} from 'react';
import { createPortal } from 'react-dom';
import { focusPageTitle, useFocusTitleOnUnmount } from './Page';
import { CloseIcon } from './icons';
import { IconButton } from './RoundButton';
import './overlays.css';

/** The modal dialogs that are open, the topmost last. */
let modals: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

function change(next: readonly HTMLDialogElement[]): void {
  modals = next;
  listeners.forEach((listener) => listener());
}

/** Says that a modal dialog has opened; returns what says that it has closed. */
function modalOpened(dialog: HTMLDialogElement): () => void {
  change([...modals, dialog]);
  return () => change(modals.filter((other) => other !== dialog));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The topmost modal dialog: while it is open, the browser makes the rest of the page inert. */
function useTopModal(): HTMLDialogElement | null {
  return useSyncExternalStore(subscribe, () => modals.at(-1) ?? null);
}

export const isModalOpen = (): boolean => modals.length > 0;

/** What a modal <dialog> element needs; spread on it together with the ref. */
export interface ModalProps {
  ref: RefObject<HTMLDialogElement | null>;
  onCancel: (event: SyntheticEvent) => void;
  onClose: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onMouseDown: (event: MouseEvent) => void;
}

/**
 * Opens the <dialog> it is spread on as a modal one for as long as it is mounted. The browser keeps the focus inside,
 * makes the rest inert and puts it above everything; Escape, a phone's back gesture and a press on the scrim close it,
 * and focus returns to where it was.
 */
export function useModal(onClose: () => void): ModalProps {
  const ref = useRef<HTMLDialogElement>(null);

  // A layout effect: its clean-up still finds the dialog in the page, so that closing it can give the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return undefined;
    const before = document.activeElement;
    const cancel = show(dialog);
    const closed = modalOpened(dialog);
    return () => {
      cancel();
      closed();
      if (typeof dialog.close === 'function') dialog.close();
      if (before instanceof HTMLElement) before.focus();
      // The element that had the focus may be gone, for example after a deletion.
      focusPageTitle();
    };
  }, []);

  return {
    ref,
    onCancel: (event) => {
      event.preventDefault();
      onClose();
    },
    // A browser closes it all the same when the user goes back or presses Escape repeatedly. Its owner decides.
    onClose: () => {
      onClose();
      if (ref.current) showModal(ref.current);
    },
    onKeyDown: (event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      onClose();
    },
    // Only the scrim is the dialog element itself: its content fills it without padding.
    onMouseDown: (event) => {
      if (event.target !== event.currentTarget) return;
      // Or the press would move the focus to the page after it was given back.
      event.preventDefault();
      onClose();
    },
  };
}

/**
 * Shows it in the frame that answers the tap, and makes the rest of the page inert after that frame, because for this the
 * browser computes the style of every element. @returns what ends it before
 */
function show(dialog: HTMLDialogElement): () => void {
  if (typeof dialog.showPopover !== 'function') {
    showModal(dialog);
    return () => undefined;
  }
  dialog.popover = 'manual';
  dialog.showPopover();
  dialog.scrollTop = 0;
  // Until then a click beside it must not reach the page, such as the one at the end of a long press.
  const waiting = new AbortController();
  const swallow = (event: Event) => {
    if (dialog.contains(event.target as Node)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('click', swallow, { capture: true, signal: waiting.signal });
  // The second callback comes after the first frame is drawn.
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => {
      waiting.abort();
      // A field that was chosen meanwhile keeps the focus: a modal dialog moves it to its first field.
      const focused = dialog.querySelector<HTMLElement>(':focus');
      dialog.hidePopover();
      dialog.popover = null;
      showModal(dialog);
      focused?.focus();
    });
  });
  return () => {
    waiting.abort();
    cancelAnimationFrame(frame);
  };
}

function showModal(dialog: HTMLDialogElement): void {
  if (typeof dialog.showModal === 'function') dialog.showModal();
  // Where there are no modal dialogs (test environments) it is at least open.
  else dialog.setAttribute('open', '');
  // Where large text makes it scroll, it begins with its title and not with the field that has the focus.
  dialog.scrollTop = 0;
}

export interface DialogProps {
  open: boolean;
  title: string;
  /** Escape, the scrim or a phone's back gesture. */
  onClose: () => void;
  children?: ReactNode;
  /** The buttons, the cautious one first. */
  actions?: ReactNode;
  /** alertdialog: it asks about something that cannot be undone. */
  role?: 'dialog' | 'alertdialog' | undefined;
}

/** A modal question or small form. Focus stays inside, starts in its first field, and goes back where it was. */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? <OpenDialog {...rest} /> : null;
}

function OpenDialog({ title, onClose, children, actions, role = 'dialog' }: Omit<DialogProps, 'open'>) {
  const titleId = useId();
  const modal = useModal(onClose);
  return (
    <dialog className="dialog" role={role} aria-labelledby={titleId} {...modal}>
      <div className="dialog-body">
        <h2 id={titleId}>{title}</h2>
        {children}
        {actions ? <div className="dialog-actions">{actions}</div> : null}
      </div>
    </dialog>
  );
}

/** Keeps its children visible and usable: while a modal dialog is open, they are rendered in it, at the top. */
export function TopLayerPortal({ children }: { children: ReactNode }) {
  const modal = useTopModal();
  return modal ? createPortal(<div className="above-modals">{children}</div>, modal) : children;
}

export interface ToastProps {
  /** What has just happened. The caller removes it. */
  children?: ReactNode;
  /** alert interrupts a screen reader: for an SOS. Default status. */
  role?: 'status' | 'alert' | undefined;
}

/** A short message that floats above the bottom bar. Keep it mounted: only a change of a live region is announced. */
export function Toast({ children, role = 'status' }: ToastProps) {
  return (
    <div className="toast-region" role={role}>
      {children ? <div className="toast">{children}</div> : null}
    </div>
  );
}

/** Words for screen readers alone, announced whenever they change. */
export function LiveRegion({ children }: { children?: ReactNode }) {
  return (
    <div className="visually-hidden" role="status">
      {children}
    </div>
  );
}

/** Closes the element around it. Moves the focus to the page's title, because it would be lost. */
export function DismissButton({ onClick, className }: { onClick: () => void; className?: string }) {
  useFocusTitleOnUnmount();
  return (
    <IconButton
      label={t('Dismiss')}
      icon={<CloseIcon />}
      onClick={onClick}
      {...(className === undefined ? {} : { className })}
    />
  );
}
