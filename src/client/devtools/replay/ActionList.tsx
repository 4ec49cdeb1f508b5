import { useEffect, useRef } from 'react';
import { VList, type VListHandle } from 'virtua';
import type { Player } from '../player';

/** All actions in order, with the slices each has changed; pressing one goes to the moment after it. */
export function ActionList({ player, position }: { player: Player; position: number }) {
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
