import { type DragEvent, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createClock } from '#client/services/clock';
import { AppHeader } from '#client/ui/Page.tsx';
import { EmptyState, Notice } from '#client/ui/feedback.tsx';
import { Logo } from '#client/ui/artwork.tsx';
import { LogProblem, readLog } from '../logFile';
import { type Reducer, replay } from '../playback';
import { createPlayer, type Player } from '../player';
import { ReplayDesk } from './ReplayControls';
import './replay.css';

/** Shows the replay page; nothing of the app runs beside it. */
export function startReplayPage(root: Element, reducer: Reducer): void {
  createRoot(root).render(<ReplayPage reducer={reducer} />);
}

interface OpenLog {
  name: string;
  player: Player;
}

/** /replay: every moment of the app, again, from a log. */
function ReplayPage({ reducer }: { reducer: Reducer }) {
  const [open, setOpen] = useState<OpenLog | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function take(file: File | undefined): Promise<void> {
    if (!file) return;
    try {
      const player = createPlayer(replay(readLog(await file.text()), reducer), createClock());
      open?.player.pause();
      setOpen({ name: file.name, player });
      setProblem(null);
    } catch (error) {
      setProblem(errorMessage(error));
    }
  }

  function drop(event: DragEvent): void {
    event.preventDefault();
    void take(event.dataTransfer.files[0]);
  }

  return (
    <div className="replay" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <AppHeader
        title="Replay"
        leading={<Logo />}
        trailing={<OpenFile first={!open} onChoose={(file) => void take(file)} />}
      />
      {problem === null ? null : <Notice kind="error">{problem}</Notice>}
      {open ? (
        <ReplayDesk key={open.name + open.player.playback.length} name={open.name} player={open.player} />
      ) : (
        <main className="replay-empty">
          <EmptyState
            title="Open an action log"
            hint="One that Kinmap has saved (REC, Save log), or that Redux DevTools have exported. Drop it here, or choose it above. It stays in this browser, and nothing is sent while it is replayed."
          />
        </main>
      )}
    </div>
  );
}

function errorMessage(error: unknown): string {
  if (error instanceof LogProblem) return `${error.message}.`;
  return `The file cannot be replayed: ${error instanceof Error ? error.message : String(error)}`;
}

/** A file chooser that looks like a button. */
function OpenFile({ first, onChoose }: { first: boolean; onChoose: (file: File | undefined) => void }) {
  return (
    <label className={`button ${first ? 'button-primary' : 'button-secondary'} replay-open`}>
      {first ? 'Open log' : 'Open another'}
      <input
        type="file"
        accept=".json,application/json"
        className="visually-hidden"
        onChange={({ currentTarget }) => {
          onChoose(currentTarget.files?.[0]);
          // So that the same file, saved anew, can be chosen again.
          currentTarget.value = '';
        }}
      />
    </label>
  );
}
