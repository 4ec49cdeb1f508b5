import { type ReactNode, useEffect, useRef } from 'react';
import { focusPageTitle } from './Page';

interface FocusHeadingProps {
  children: ReactNode;
  /** False where what surrounds it decides what is in sight. */
  scrolls?: boolean;
}

/**
 * A heading that takes the focus when it comes. When it goes together with what had the focus, it gives the focus back to
 * where it was, or to the page's title.
 */
export function FocusHeading({ children, scrolls = true }: FocusHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    heading.current?.focus({ preventScroll: !scrolls });
    return () => {
      if (document.activeElement !== document.body) return;
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      focusPageTitle();
    };
  }, [scrolls]);
  return (
    <h3 ref={heading} tabIndex={-1}>
      {children}
    </h3>
  );
}
