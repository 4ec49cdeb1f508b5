import type { SosTrigger } from '#contract/alerts';
import { ALERT_KEPT_MS } from '#contract/limits';
import { roundDegrees } from '#shared/geo';
import type { Clock, Ids } from '#server/clock';
import { DomainError } from '#server/domainError';
import type { Visibility } from '#server/features/families/visibility';
import type { AlertDelivery } from './delivery';
import type { AlertRepository, KeptAlert } from './repository';

export interface AlertService {
  /**
   * Sends an SOS alert to everyone who may see the person. Resolves once the alert is stored for each recipient.
   * @throws DomainError when there is no recipient, because an SOS without one must not look delivered
   */
  callForHelp(userId: string, call: SosTrigger): Promise<void>;
}

/** What an SOS reads and writes. */
interface AlertStore {
  readonly alerts: AlertRepository;
  readonly visibility: Visibility;
}

export interface AlertDeps {
  /** Runs the work on repositories inside one transaction. */
  inTransaction<Result>(work: (stored: AlertStore) => Promise<Result>): Promise<Result>;
  delivery: AlertDelivery;
  clock: Clock;
  ids: Ids;
}

/** The rules of SOS alerts. */
export function alertService({ inTransaction, delivery, clock, ids }: AlertDeps): AlertService {
  return {
    async callForHelp(userId, call) {
      const now = clock.now();
      const id = ids.next();
      const kept = await inTransaction(async (stored) => {
        // Writes first, so that the transaction waits for its turn instead of failing later.
        const isNew = await stored.alerts.recordSos(userId, call.clientId ?? id, now, now - ALERT_KEPT_MS);
        if (!isNew) return [];
        const alerts = await sosAlerts(stored, { userId, call, id, now, ids });
        await stored.alerts.insert(alerts, now);
        return alerts;
      });
      delivery.send(kept);
    },
  };
}

/** One alert for each recipient, all with the same id and content. */
async function sosAlerts(
  { alerts, visibility }: AlertStore,
  { userId, call, id, now, ids }: { userId: string; call: SosTrigger; id: string; now: number; ids: Ids },
): Promise<KeptAlert[]> {
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
    aboutId: userId,
    familyIds,
    event: 'sos:alert',
    payload,
  }));
}

async function noRecipientError(visibility: Visibility, userId: string): Promise<DomainError> {
  const families = await visibility.familiesOf(userId);
  return new DomainError(families.length === 0 ? 'sos_without_family' : 'sos_without_others');
}
