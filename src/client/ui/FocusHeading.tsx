import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';

/** A heading that takes the focus when it comes, and gives it back to where it was when it goes. */
export function FocusHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    heading.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <h3 ref={heading} tabIndex={-1}>
      {children}
    </h3>
  );
}
