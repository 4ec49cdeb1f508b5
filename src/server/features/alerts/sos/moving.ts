import { SOS_MOVES_PER_SECOND, SOS_TRACK_INTERVAL_MS } from '#contract/limits';
import type { SosMove } from '#contract/sos';
import { roundDegrees } from '#shared/geo';
import type { CallerPosition, SosRow } from '#server/db/schema';
import { DomainError } from '#server/domainError';
import type { SosDeps, SosService } from './deps';
import { companionsOf } from './view';

const RELAY_INTERVAL_MS = 1_000 / SOS_MOVES_PER_SECOND;

/** @see SosService.move */
export function moving({ stored, inTransaction, publisher, clock }: SosDeps): SosService['move'] {
  /** When a position of each caller was last relayed; of those of the last interval only. */
  const relayedAt = new Map<string, number>();

  function mayRelay(callerId: string, now: number): boolean {
    for (const [id, at] of relayedAt) if (Math.abs(now - at) >= RELAY_INTERVAL_MS) relayedAt.delete(id);
    if (relayedAt.has(callerId)) return false;
    relayedAt.set(callerId, now);
    return true;
  }

  async function relay(
    { id, caller_id }: SosRow,
    { recorded_at, ...position }: CallerPosition,
  ): Promise<void> {
    const [people, viewers] = await Promise.all([
      stored.calls.peopleOf([id]),
      stored.visibility.viewersOf(caller_id),
    ]);
    const companions = companionsOf({ people, viewers }).map(({ user_id }) => user_id);
    publisher.sosMoved([caller_id, ...companions], {
      id,
      ...position,
      timestamp: new Date(recorded_at).toISOString(),
    });
  }

  return async (userId, move) => {
    const call = await stored.calls.byId(move.id);
    if (call?.caller_id !== userId) throw new DomainError('sos_not_found');
    if (call.state === 'closed') throw new DomainError('sos_over');
    const now = clock.now();
    const position = positionOf(move, now);
    // Those that come late are no news.
    if (position.recorded_at < call.position_at) return;
    if (mayRelay(userId, now)) await relay(call, position);
    const before = position.recorded_at - SOS_TRACK_INTERVAL_MS;
    if (call.position_at > before) return;
    await inTransaction(async ({ calls, history }) => {
      if (await calls.move(call.id, position, before)) await history.addPosition(call.id, position);
    });
  };
}

/** A position from a clock that runs ahead counts as now. */
function positionOf({ latitude, longitude, accuracy, timestamp }: SosMove, now: number): CallerPosition {
  const claimed = timestamp === undefined ? now : Date.parse(timestamp);
  if (Number.isNaN(claimed)) throw new DomainError('time_invalid');
  return {
    latitude: roundDegrees(latitude),
    longitude: roundDegrees(longitude),
    accuracy: accuracy ?? null,
    recorded_at: Math.min(claimed, now),
  };
}
