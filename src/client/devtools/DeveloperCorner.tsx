import { useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import './developer-corner.css';

interface CornerProps {
  /** The number of recorded actions. */
  count: () => number;
  subscribe: (onChange: () => void) => () => void;
  saveLog: () => void;
}

/** Adds the developer corner to the page. */
export function mountDeveloperCorner(props: CornerProps): void {
  const element = document.createElement('aside');
  element.className = 'developer-corner';
  element.setAttribute('aria-label', 'Developer tools');
  document.body.append(element);
  createRoot(element).render(<Corner {...props} />);
}

/** Shows that the page is recorded, and saves the log. */
function Corner({ count, subscribe, saveLog }: CornerProps) {
  const [open, setOpen] = useState(false);
  const actions = useSyncExternalStore(subscribe, count);
  return (
    <>
      {open ? (
        <div className="developer-corner-card" id="developer-corner">
          <p>{actions === 1 ? '1 action recorded' : `${actions.toLocaleString('en')} actions recorded`}</p>
          <Button variant="primary" onClick={saveLog}>
            Save log
          </Button>
          <a className={buttonClass('quiet')} href="/replay?devtools" target="_blank" rel="noreferrer">
            Replay a log
          </a>
        </div>
      ) : null}
      <button
        type="button"
        className="developer-corner-button"
        aria-expanded={open}
        aria-controls="developer-corner"
        aria-label="Recorder"
        onClick={() => setOpen(!open)}
      >
        <span className="developer-corner-dot" />
        REC
      </button>
    </>
  );
}
