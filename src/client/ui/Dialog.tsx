import { useId } from 'react';
import type { ReactNode } from 'react';
import { useModal } from './modal';
import './dialog.css';

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
