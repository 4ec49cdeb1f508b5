import { useEffect, useId, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { CloseIcon } from './icons';
import { useModal } from './modal';
import { IconButton } from './RoundButton';
import { useDocked } from './useDocked';
import './panel.css';

export interface PanelProps {
  title: string;
  /**
   * Asked for by its button. A narrow page shows the panel for as long as this is true; a wide one always shows it,
   * moves the focus into it and asks at once to be closed again, so that the next press does the same.
   */
  open: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The right-hand panel, 320 px wide: modal over the map on a phone, docked beside it from 1024 px up. */
export function Panel(props: PanelProps) {
  const docked = useDocked();
  if (docked) return <DockedPanel {...props} />;
  return props.open ? <ModalPanel {...props} /> : null;
}

function DockedPanel({ title, open, onClose, children }: PanelProps) {
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!open) return;
    heading.current?.focus();
    onClose();
  }, [open, onClose]);
  return (
    <aside className="panel panel-docked" aria-labelledby={titleId}>
      <PanelHead id={titleId} title={title} heading={heading} />
      <div className="panel-body">{children}</div>
    </aside>
  );
}

function ModalPanel({ title, onClose, children }: PanelProps) {
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const modal = useModal(onClose, heading);
  return (
    <dialog className="panel panel-modal" aria-labelledby={titleId} {...modal}>
      <div className="panel-inner">
        <PanelHead id={titleId} title={title} heading={heading} onClose={onClose} />
        <div className="panel-body">{children}</div>
      </div>
    </dialog>
  );
}

interface PanelHeadProps {
  id: string;
  title: string;
  heading: RefObject<HTMLHeadingElement | null>;
  onClose?: () => void;
}

function PanelHead({ id, title, heading, onClose }: PanelHeadProps) {
  return (
    <div className="panel-head">
      <h2 id={id} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {onClose ? <IconButton label="Close" icon={<CloseIcon />} onClick={onClose} /> : null}
    </div>
  );
}
