import { type DragEvent, useState, useMemo, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { createClock } from '#client/services/clock';
import { AppHeader } from '#client/ui/AppHeader.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Logo } from '#client/ui/artwork.tsx';
import { InvalidLogError, readLog } from '../logFile';
import { type Reducer, replay, hashState } from '../playback';
import { createLogPlayer, type LogPlayer } from '../logPlayer';
import { ActionDetail, ActionList } from './Actions';
import { AppFrame } from './AppFrame';
import { ReplayTimeline } from './ReplayTimeline';
import './replay.css';

/** Renders the replay page instead of the app. */
export function startReplayPage(root: Element, reducer: Reducer): void {
  createRoot(root).render(<ReplayPage reducer={reducer} />);
}

interface OpenLog {
  name: string;
  player: LogPlayer;
}

/** The page /replay: opens a log and shows the app at each action. */
function ReplayPage({ reducer }: { reducer: Reducer }) {
  const [open, setOpen] = useState<OpenLog | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function openFile(file: File | undefined): Promise<void> {
    if (!file) return;
    try {
      const player = createLogPlayer(replay(readLog(await file.text()), reducer), createClock());
      open?.player.pause();
      setOpen({ name: file.name, player });
      setProblem(null);
    } catch (error) {
      setProblem(errorMessage(error));
    }
  }

  function drop(event: DragEvent): void {
    event.preventDefault();
    void openFile(event.dataTransfer.files[0]);
  }

  return (
    <div className="replay" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <AppHeader
        title="Replay"
        leading={<Logo />}
        trailing={<OpenFile first={!open} onChoose={(file) => void openFile(file)} />}
      />
      {problem === null ? null : <Notice kind="error">{problem}</Notice>}
      {open ? (
        <OpenReplay key={open.name + open.player.playback.length} name={open.name} player={open.player} />
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
  if (error instanceof InvalidLogError) return `${error.message}.`;
  return `The file cannot be replayed: ${error instanceof Error ? error.message : String(error)}`;
}

/** A file input that looks like a button. */
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
          // Lets the user choose the same file again.
          currentTarget.value = '';
        }}
      />
    </label>
  );
}

/** An open log: its timeline, its actions, the changes of the current one, and the app at that moment. */
function OpenReplay({ name, player }: { name: string; player: LogPlayer }) {
  const state = useSyncExternalStore(player.subscribe, player.state);
  const { playback } = player;
  const finalHash = useMemo(() => hashState(playback.stateAt(playback.length)), [playback]);
  return (
    <main className="replay-desk">
      <div className="replay-side">
        <p className="replay-file">
          <strong>{name}</strong>
          <span>
            {playback.length === 1 ? '1 action' : `${playback.length.toLocaleString('en')} actions`} · final
            state <code>{finalHash}</code>
          </span>
        </p>
        {playback.failure ? (
          <Notice kind="error">
            Action {playback.failure.action} makes a reducer throw: {playback.failure.message}
          </Notice>
        ) : null}
        <ReplayTimeline player={player} state={state} />
        <ActionList player={player} position={state.position} />
        <ActionDetail playback={playback} position={state.position} />
      </div>
      <AppFrame player={player} />
    </main>
  );
}
