import type { SosTrigger } from '#contract/alerts';
import { ALERT_KEPT_MS } from '#contract/limits';
import { roundDegrees } from '#shared/geo';
import type { Clock, Ids } from '#server/clock';
import { DomainError } from '#server/domainError';
import type { Visibility } from '#server/features/families/visibility';
import type { AlertDelivery } from './delivery';
import type { Notice } from './notice';
import type { AlertRepository } from './repository';

export interface AlertService {
  /**
   * Sends an SOS alert to everyone who may see the person, unless it repeats one. Resolves once the alert is stored for
   * each recipient.
   * @param beforeNew is asked before an SOS that repeats none is stored, and may refuse it
   * @throws DomainError when there is no recipient, because an SOS without one must not look delivered
   */
  callForHelp(userId: string, call: SosTrigger, beforeNew: () => Promise<void>): Promise<void>;
}

/** What an SOS reads and writes. */
interface AlertStore {
  readonly alerts: AlertRepository;
  readonly visibility: Visibility;
}

export interface AlertDeps {
  alerts: AlertRepository;
  /** Runs the work on repositories inside one transaction. */
  inTransaction<Result>(work: (stored: AlertStore) => Promise<Result>): Promise<Result>;
  delivery: AlertDelivery;
  clock: Clock;
  ids: Ids;
}

/** The rules of SOS alerts. */
export function alertService({ alerts, inTransaction, delivery, clock, ids }: AlertDeps): AlertService {
  /** SOS calls that are being stored; repeats wait for them. */
  const inProgress = new Map<string, Promise<void>>();

  async function callOnce(userId: string, call: SosTrigger): Promise<void> {
    const now = clock.now();
    const id = ids.next();
    const kept = await inTransaction(async (stored) => {
      // Writes first, so that the transaction waits for its turn instead of failing later.
      const isNew = await stored.alerts.recordSos(userId, call.clientId ?? id, now, now - ALERT_KEPT_MS);
      if (!isNew) return [];
      const sent = await sosAlerts(stored, { userId, call, id, now, ids });
      await stored.alerts.insert(sent, now);
      return sent;
    });
    delivery.send(kept);
  }

  return {
    async callForHelp(userId, call, beforeNew) {
      const { clientId } = call;
      const key = JSON.stringify([userId, clientId ?? ids.next()]);
      const callIfNew = async (): Promise<void> => {
        const since = clock.now() - ALERT_KEPT_MS;
        if (clientId !== undefined && (await alerts.isSosRecorded(userId, clientId, since))) return;
        await beforeNew();
        await callOnce(userId, call);
      };
      const running = inProgress.get(key) ?? callIfNew().finally(() => inProgress.delete(key));
      inProgress.set(key, running);
      await running;
    },
  };
}

/** One alert for each recipient, all with the same id and content. */
async function sosAlerts(
  { alerts, visibility }: AlertStore,
  { userId, call, id, now, ids }: { userId: string; call: SosTrigger; id: string; now: number; ids: Ids },
): Promise<Notice[]> {
  const viewers = await visibility.viewersOf(userId);
  if (viewers.size === 0) throw await noRecipientError(visibility, userId);
  const caller = await alerts.callerOf(userId);
  const payload = {
    id,
    userId,
    userName: caller?.name ?? '',
    phone: caller?.phone ?? null,
    latitude: roundDegrees(call.latitude),
    longitude: roundDegrees(call.longitude),
    message: call.message || null,
    timestamp: new Date(now).toISOString(),
  };
  return [...viewers].map(([recipientId, familyIds]) => ({
    id: ids.next(),
    recipientId,
    subjectId: userId,
    familyIds,
    kind: 'sos',
    about: `sos:${id}`,
    payload,
  }));
}

async function noRecipientError(visibility: Visibility, userId: string): Promise<DomainError> {
  const families = await visibility.familiesOf(userId);
  return new DomainError(families.length === 0 ? 'sos_without_family' : 'sos_without_others');
}
