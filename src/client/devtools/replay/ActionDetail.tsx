import { useMemo } from 'react';
import { changesBetween } from '../changes';
import type { Playback } from '../playback';
import { hashOf } from '../stateHash';

/** Longer texts are cut: a day's history would fill the page. */
const LONGEST_VALUE = 4_000;
const LONGEST_CHANGE = 120;

/** The action that led here, and what it changed in the state. */
export function ActionDetail({ playback, position }: { playback: Playback; position: number }) {
  const after = useMemo(() => playback.stateAt(position), [playback, position]);
  const changes = useMemo(
    () => (position === 0 ? [] : changesBetween(playback.stateAt(position - 1), after)),
    [playback, position, after],
  );
  const hash = useMemo(() => hashOf(after), [after]);
  const action = playback.log.actions[position - 1];
  return (
    // Whoever has no mouse scrolls what has the focus.
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
                  <del>{shown(before)}</del> <ins>{shown(now)}</ins>
                </dd>
              </div>
            ))}
          </dl>
          {changes.length === 0 ? <p className="replay-none">It changed nothing.</p> : null}
          <pre>{cut(JSON.stringify(action, null, 2), LONGEST_VALUE)}</pre>
        </>
      ) : (
        <p className="replay-none">The state before the first action.</p>
      )}
    </section>
  );
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : cut(JSON.stringify(value), LONGEST_CHANGE);
}

function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest)} …` : text;
}
