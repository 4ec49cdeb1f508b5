import { useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import './recorder-panel.css';

interface PanelProps {
  /** The number of recorded actions. */
  count: () => number;
  subscribe: (onChange: () => void) => () => void;
  saveLog: () => void;
}

/** Adds the recorder panel to the page. */
export function mountRecorderPanel(props: PanelProps): void {
  const element = document.createElement('aside');
  element.className = 'recorder-panel';
  element.setAttribute('aria-label', 'Developer tools');
  document.body.append(element);
  createRoot(element).render(<Panel {...props} />);
}

/** Shows that the page is recorded, and saves the log. */
function Panel({ count, subscribe, saveLog }: PanelProps) {
  const [open, setOpen] = useState(false);
  const actions = useSyncExternalStore(subscribe, count);
  return (
    <>
      {open ? (
        <div className="recorder-panel-card" id="recorder-panel">
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
        className="recorder-panel-button"
        aria-expanded={open}
        aria-controls="recorder-panel"
        aria-label="Recorder"
        onClick={() => setOpen(!open)}
      >
        <span className="recorder-panel-dot" />
        REC
      </button>
    </>
  );
}
