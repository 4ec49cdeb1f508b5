import { ALERT_KEPT_MS, INBOX_KEPT_MS } from '#contract/limits';
import type { SosCall, SosEnding } from '#contract/sos';
import type { SosRow } from '#server/db/schema';
import { DomainError } from '#server/domainError';
import { eventLoopTurns } from '#server/eventLoopTurns';
import { sha256 } from '#server/hashes';
import { answering } from './answering';
import { calling } from './calling';
import { changesInTurn } from './changesInTurn';
import type { SosDeps, SosService } from './deps';
import { endCall } from './ending';
import { moving } from './moving';
import { readCalls, readVisible } from './stored';
import { callFor, detailsFor } from './view';

export type { SosService };

/** @see SosService */
export function sosService(deps: SosDeps): SosService {
  const { stored, inTransaction, delivery, news, clock, ids } = deps;
  const inTurn = changesInTurn<SosCall>();
  const answerAtOnce = answering(deps);
  const answer: SosService['answer'] = (userId, said, beforeChange) =>
    inTurn(userId, JSON.stringify([said.id, said.answer]), () => answerAtOnce(userId, said, beforeChange));
  const move = moving(deps);
  const nextTurn = eventLoopTurns();

  async function* readInParts(userId: string, rows: readonly SosRow[]): AsyncGenerator<SosCall[]> {
    for (const row of rows) {
      // How each member of a large family was reached takes some milliseconds to read; then other requests run.
      await nextTurn();
      yield (await readCalls(stored, [row])).map((call) => callFor(userId, call));
    }
  }

  async function close(userId: string, id: string, ending: SosEnding): Promise<SosCall> {
    const { call } = await readVisible(stored, userId, id);
    if (call.caller_id !== userId) throw new DomainError('sos_not_caller');
    const notices = await inTransaction((tx) =>
      endCall(tx, call, { ending, by: userId, now: clock.now(), newId: ids.next }),
    );
    if (!notices) throw new DomainError('sos_over');
    delivery.send(notices);
    news.publish(id);
    return callFor(userId, await readVisible(stored, userId, id));
  }

  return {
    trigger: calling({ ...deps, stored: deps.storedUrgently }),
    move,
    async moveOfPhone(userId, prefix, position) {
      const call = await stored.triggers.openCallFrom(userId, prefix);
      if (call) await move(userId, { id: call.id, ...position });
    },
    openCallOf: (userId) => stored.calls.openOf(userId),
    answer,
    async list(userId) {
      return readInParts(userId, await stored.calls.visibleTo(userId));
    },
    async get(userId, id) {
      const read = await readVisible(stored, userId, id);
      const [track, log] = await Promise.all([stored.history.trackOf(id), stored.history.logOf(id)]);
      return detailsFor(userId, read, { track, log, now: clock.now() });
    },
    async answerByReceipt(receipt, said, beforeChange) {
      const known = await stored.reach.byReceipt(sha256(receipt), clock.now());
      if (!known) return false;
      await answer(known.userId, { id: known.sosId, answer: said }, beforeChange).catch((error: unknown) => {
        // A member who has left gets the same answer as a client with an unknown receipt.
        if (!(error instanceof DomainError && error.code === 'sos_not_found')) throw error;
      });
      return true;
    },
    close: (userId, id, ending) =>
      inTurn(userId, JSON.stringify([id, ending]), () => close(userId, id, ending)),
    deleteExpired: () =>
      inTransaction(async ({ timing, triggers }) => {
        await timing.deleteBefore(clock.now() - INBOX_KEPT_MS);
        await triggers.deleteBefore(clock.now() - ALERT_KEPT_MS);
      }),
  };
}
