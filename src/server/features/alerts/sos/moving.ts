import { SOS_MOVES_PER_SECOND, SOS_TRACK_INTERVAL_MS } from '#contract/limits';
import type { CallerPosition, SosRow } from '#server/db/schema';
import { DomainError } from '#server/domainError';
import type { SosDeps, SosService } from './deps';
import { lastOfInterval } from './lastOfInterval';
import { positionOf } from './position';
import { viewersCalled } from './view';

const PASS_INTERVAL_MS = 1_000 / SOS_MOVES_PER_SECOND;

interface Moved {
  readonly call: SosRow;
  readonly position: CallerPosition;
}

/** @see SosService.move */
export function moving(deps: SosDeps): SosService['move'] {
  const { stored, publisher, clock } = deps;

  // Stored first, so that a person who opens the call or comes back online at this moment has the position either way.
  const pass = lastOfInterval<Moved>(PASS_INTERVAL_MS, deps, async ({ call, position }) => {
    if (!(await stored.calls.move(call.id, position))) return;
    const [people, viewers] = await publisher.readAudience(() =>
      Promise.all([stored.calls.peopleOf([call.id]), stored.visibility.viewersOf(call.caller_id)]),
    );
    const companions = viewersCalled({ people, viewers }).map(({ user_id }) => user_id);
    const { recorded_at, ...place } = position;
    publisher.sosMoved([call.caller_id, ...companions], {
      id: call.id,
      ...place,
      timestamp: new Date(recorded_at).toISOString(),
    });
  });

  const addToTrack = lastOfInterval<Moved>(SOS_TRACK_INTERVAL_MS, deps, async ({ call, position }) => {
    if ((await stored.calls.byId(call.id))?.state === 'open')
      await stored.history.addPosition(call.id, position);
  });

  return async (userId, move) => {
    const call = await stored.calls.byId(move.id);
    if (call?.caller_id !== userId) throw new DomainError('sos_not_found');
    if (call.state === 'closed') throw new DomainError('sos_over');
    const now = clock.now();
    const position = positionOf(move, { now, unknown: now });
    // Late positions are not published.
    if (position.recorded_at < call.position_at) return;
    await pass(userId, { call, position });
    await addToTrack(userId, { call, position });
  };
}
