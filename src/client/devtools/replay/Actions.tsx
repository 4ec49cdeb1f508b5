import { useEffect, useRef, useMemo } from 'react';
import { VList, type VListHandle } from 'virtua';
import { type LogPlayer } from '../logPlayer';
import { findChanges, type Playback, hashState } from '../playback';

/** All actions with the slices that each changed; a click goes to the state after the action. */
export function ActionList({ player, position }: { player: LogPlayer; position: number }) {
  const list = useRef<VListHandle>(null);
  const { playback } = player;
  const actions = playback.log.actions.slice(0, playback.length);

  useEffect(() => {
    if (position > 0) list.current?.scrollToIndex(position - 1, { align: 'nearest' });
  }, [position]);

  function jump(to: number): void {
    player.pause();
    player.jump(to);
  }

  return (
    <section className="replay-actions" aria-label="Actions">
      <VList ref={list} role="list">
        {actions.map(({ type }, index) => (
          <div role="listitem" key={index}>
            <button
              type="button"
              className="replay-action"
              aria-current={index + 1 === position ? 'step' : undefined}
              onClick={() => jump(index + 1)}
            >
              <span className="replay-action-number">{index + 1}</span>
              <span className="replay-action-type">{type}</span>
              <span className="replay-action-slices">{playback.changedAt(index + 1).join(', ')}</span>
            </button>
          </div>
        ))}
      </VList>
    </section>
  );
}

/** Longer texts are truncated. */
const MAX_ACTION_LENGTH = 4_000;
const MAX_CHANGE_LENGTH = 120;

/** The current action, and what it changed in the state. */
export function ActionDetail({ playback, position }: { playback: Playback; position: number }) {
  const after = useMemo(() => playback.stateAt(position), [playback, position]);
  const changes = useMemo(
    () => (position === 0 ? [] : findChanges(playback.stateAt(position - 1), after)),
    [playback, position, after],
  );
  const hash = useMemo(() => hashState(after), [after]);
  const action = playback.log.actions[position - 1];
  return (
    // Focusable, so that it can be scrolled with the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="replay-detail" aria-label="What happened" tabIndex={0}>
      <p className="replay-hash">
        State <code>{hash}</code>
      </p>
      {action ? (
        <>
          <h2>{action.type}</h2>
          <dl className="replay-changes">
            {changes.map(({ path, before, after: now }) => (
              <div key={path}>
                <dt>{path}</dt>
                <dd>
                  <del>{formatValue(before)}</del> <ins>{formatValue(now)}</ins>
                </dd>
              </div>
            ))}
          </dl>
          {changes.length === 0 ? <p className="replay-none">It changed nothing.</p> : null}
          <pre>{truncate(JSON.stringify(action, null, 2), MAX_ACTION_LENGTH)}</pre>
        </>
      ) : (
        <p className="replay-none">The state before the first action.</p>
      )}
    </section>
  );
}

function formatValue(value: unknown): string {
  return value === undefined ? 'nothing' : truncate(JSON.stringify(value), MAX_CHANGE_LENGTH);
}

function truncate(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest)} …` : text;
}
