import { useEffect } from 'react';

/** The page's only h1, which also names the browser's tab and the entry in its history. */
export function PageTitle({ children, className }: { children: string; className?: string }) {
  return (
    <>
      <title>{children === 'Kinmap' ? children : `${children} · Kinmap`}</title>
      <h1 className={className} tabIndex={-1}>
        {children}
      </h1>
    </>
  );
}

/** After a page has taken another's place, the focus stands at its title unless something on it took it already. */
export function focusPageTitle(): void {
  if (document.activeElement === null || document.activeElement === document.body)
    document.querySelector('h1')?.focus({ preventScroll: true });
}

/** For what can vanish while it has the focus: the focus goes to the page's title then. */
export function useFocusKept(): void {
  useEffect(() => focusPageTitle, []);
}
