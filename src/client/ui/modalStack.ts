import { useSyncExternalStore } from 'react';

/** The modal dialogs that are open, the topmost last. */
let modals: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

function change(next: readonly HTMLDialogElement[]): void {
  modals = next;
  listeners.forEach((listener) => listener());
}

/** Says that a modal dialog has opened; returns what says that it has closed. */
export function modalOpened(dialog: HTMLDialogElement): () => void {
  change([...modals, dialog]);
  return () => change(modals.filter((other) => other !== dialog));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The modal dialog above all others: while it is open the browser lets nobody see or press anything else. */
export function useTopModal(): HTMLDialogElement | null {
  return useSyncExternalStore(subscribe, () => modals.at(-1) ?? null);
}
