import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTopModal } from './modalStack';
import './top-layer-portal.css';

/** What must be seen and pressed whatever is open: while a modal dialog is, it lies in it, at the top of the window. */
export function TopLayerPortal({ children }: { children: ReactNode }) {
  const modal = useTopModal();
  return modal ? createPortal(<div className="above-modals">{children}</div>, modal) : children;
}
