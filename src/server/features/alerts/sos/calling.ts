import { ALERT_KEPT_MS, SOS_POSITION_STALE_MS } from '#contract/limits';
import type { SosTrigger } from '#contract/alerts';
import type { SosAck } from '#contract/sos';
import type { SosRow } from '#server/db/schema';
import { DomainError } from '#server/domainError';
import type { Visibility } from '#server/features/families/visibility';
import type { Notice } from '../notice';
import { callNotices } from './notices';
import { positionOf } from './position';
import { expiryOf, nextMoment } from './schedule';
import type { Caller, SosDeps, TriggerLimits } from './deps';
import type { SosStore } from './stored';

const NO_CALL: SosAck = { id: null, people: [] };

/** @see SosService.trigger */
export function calling(deps: SosDeps) {
  const { stored, inTransaction, delivery, news, clock, ids } = deps;
  /** Triggers that are being stored; repeats wait for them. */
  const inProgress = new Map<string, Promise<SosAck>>();

  async function callOnce(caller: Caller, trigger: SosTrigger, limits: TriggerLimits): Promise<SosAck> {
    const now = clock.now();
    const clientId = trigger.clientId ?? ids.next();
    const made = await inTransaction(async (tx) => {
      // Writes first, so that the transaction waits for its turn instead of failing later.
      const isNew = await tx.triggers.recordTrigger(caller.userId, clientId, now, now - ALERT_KEPT_MS);
      return isNew ? storeCall(tx, { caller, trigger, clientId, now, newId: ids.next }) : undefined;
    });
    if (!made) return (await repeated(caller, clientId, limits)) ?? NO_CALL;
    delivery.send(made.notices);
    news.publish(made.call.id);
    return ackOf(stored, made.call.id);
  }

  /** @returns undefined when it repeats none */
  async function repeated(
    { userId }: Caller,
    clientId: string,
    limits: TriggerLimits,
  ): Promise<SosAck | undefined> {
    const trigger = await stored.triggers.triggerOf(userId, clientId, clock.now() - ALERT_KEPT_MS);
    if (!trigger) return undefined;
    if (trigger.sos_id === null) return NO_CALL;
    return (await limits.mayListPeople())
      ? ackOf(stored, trigger.sos_id)
      : { id: trigger.sos_id, people: [] };
  }

  return async (caller: Caller, trigger: SosTrigger, limits: TriggerLimits): Promise<SosAck> => {
    const { clientId } = trigger;
    const key = JSON.stringify([caller.userId, clientId ?? ids.next()]);
    const callIfNew = async (): Promise<SosAck> => {
      const earlier = clientId === undefined ? undefined : await repeated(caller, clientId, limits);
      if (earlier) return earlier;
      await limits.beforeNew();
      return callOnce(caller, trigger, limits);
    };
    const running = inProgress.get(key) ?? callIfNew().finally(() => inProgress.delete(key));
    inProgress.set(key, running);
    return running;
  };
}

interface NewCall {
  readonly caller: Caller;
  readonly trigger: SosTrigger;
  readonly clientId: string;
  readonly now: number;
  readonly newId: () => string;
}

/** Opens a call, or renews the one that is open, and alerts all members who may see the caller. */
async function storeCall(
  tx: SosStore,
  { caller, trigger, clientId, now, newId }: NewCall,
): Promise<{ call: SosRow; notices: Notice[] }> {
  const { userId, hasDevice, calledAt = now } = caller;
  const recipients = await tx.visibility.viewersOf(userId);
  if (recipients.size === 0) throw await noRecipientError(tx.visibility, userId);
  const position = positionOf(trigger, { now, unknown: calledAt });
  const { recorded_at: positionAt, ...place } = position;
  const id = newId();
  const call = await tx.calls.openOrRenew({
    ...place,
    id,
    callerId: userId,
    message: trigger.message || null,
    now: calledAt,
    positionAt,
    expiresAt: expiryOf(now, hasDevice),
    canRepeat: hasDevice,
  });
  const isNew = call.id === id;
  await tx.timing.schedule(call.id, nextMoment(call, now));
  await tx.triggers.linkTrigger(userId, clientId, call.id);
  await tx.calls.addPeople(call.id, [...recipients.keys()]);
  // The track begins with the call: an older position would be joined to it by a line.
  if (calledAt - positionAt < SOS_POSITION_STALE_MS) await tx.history.addPosition(call.id, position);
  const entry = { id: newId(), sos_id: call.id, at: now, user_id: userId, detail: null };
  await tx.history.addEntry({ ...entry, what: isNew ? 'called' : 'calledAgain' });
  if (isNew) await tx.calls.deleteSurplus(userId);
  const [named] = await tx.calls.contactsOf([userId]);
  const notices = callNotices(call, named, { recipients, isRepeat: false, newId });
  await tx.alerts.insert(notices, now);
  return { call, notices };
}

async function ackOf({ calls }: Pick<SosStore, 'calls'>, id: string): Promise<SosAck> {
  const people = await calls.peopleOf([id]);
  return { id, people: people.map(({ user_id, name }) => ({ userId: user_id, name })) };
}

async function noRecipientError(visibility: Visibility, userId: string): Promise<DomainError> {
  const families = await visibility.familiesOf(userId);
  return new DomainError(families.length === 0 ? 'sos_without_family' : 'sos_without_others');
}
