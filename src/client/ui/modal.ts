import { useLayoutEffect, useRef } from 'react';
import { modalOpened } from './modalStack';
import { focusPageTitle } from './PageTitle';
import type { KeyboardEvent, MouseEvent, RefObject, SyntheticEvent } from 'react';

/** What a modal <dialog> element needs; spread on it together with the ref. */
export interface ModalProps {
  ref: RefObject<HTMLDialogElement | null>;
  onCancel: (event: SyntheticEvent) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onMouseDown: (event: MouseEvent) => void;
}

/**
 * Opens the <dialog> it is spread on as a modal one for as long as it is mounted. The browser keeps the focus inside,
 * makes the rest inert and puts it above everything; Escape, a phone's back gesture and a press on the scrim close it,
 * and focus returns to where it was.
 * @param initialFocus what gets focus on opening; without it the first control inside
 */
export function useModal(onClose: () => void, initialFocus?: RefObject<HTMLElement | null>): ModalProps {
  const ref = useRef<HTMLDialogElement>(null);

  // A layout effect: its clean-up still finds the dialog in the page, so that closing it can give the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return undefined;
    const before = document.activeElement;
    show(dialog);
    const closed = modalOpened(dialog);
    initialFocus?.current?.focus();
    return () => {
      closed();
      if (typeof dialog.close === 'function') dialog.close();
      if (before instanceof HTMLElement) before.focus();
      // What had the focus may be gone by now, as the thing is that one has just deleted.
      focusPageTitle();
    };
  }, [initialFocus]);

  return {
    ref,
    onCancel: (event) => {
      event.preventDefault();
      onClose();
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

function show(dialog: HTMLDialogElement): void {
  if (typeof dialog.showModal === 'function') dialog.showModal();
  // Where there are no modal dialogs (test environments) it is at least open.
  else dialog.setAttribute('open', '');
}
