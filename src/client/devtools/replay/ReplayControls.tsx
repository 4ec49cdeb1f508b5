import { useMemo, useSyncExternalStore } from 'react';
import { Notice } from '#client/ui/feedback.tsx';
import type { Player } from '../player';
import { hashOf } from '../stateHash';
import { ActionDetail } from './ActionDetail';
import { ActionList } from './ActionList';
import { AppFrame } from './AppFrame';
import { TimeLine } from './Timeline';

/** An open log: its time line, its actions, what the chosen one did, and the app at that moment. */
export function ReplayDesk({ name, player }: { name: string; player: Player }) {
  const state = useSyncExternalStore(player.subscribe, player.state);
  const { playback } = player;
  const finalHash = useMemo(() => hashOf(playback.stateAt(playback.length)), [playback]);
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
        <TimeLine player={player} state={state} />
        <ActionList player={player} position={state.position} />
        <ActionDetail playback={playback} position={state.position} />
      </div>
      <AppFrame player={player} />
    </main>
  );
}
