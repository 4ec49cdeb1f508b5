import type { Ids } from '#server/clock';
import type { AnnounceJoining, Joining } from '#server/features/families/joining';
import type { AlertDelivery } from './delivery';
import type { Notice } from './notice';
import type { AlertRepository } from './repository';

/** @see AnnounceJoining */
export const joiningAnnouncer =
  (alerts: Pick<AlertRepository, 'insert'>, { ids, delivery }: AnnouncerDeps): AnnounceJoining =>
  async (joining) => {
    const notices = noticesOf(joining, ids);
    if (notices.length > 0) await alerts.insert(notices, joining.joinedAt);
    return () => delivery.send(notices);
  };

interface AnnouncerDeps {
  readonly ids: Ids;
  readonly delivery: Pick<AlertDelivery, 'send'>;
}

/** One alert for each member who was there before. */
function noticesOf({ otherMembers, joinedAt, ...who }: Joining, ids: Ids): Notice[] {
  return otherMembers.map((recipientId) => ({
    id: ids.next(),
    recipientId,
    subjectId: who.userId,
    familyIds: [who.familyId],
    kind: 'joined',
    about: `joined:${who.familyId}:${who.userId}`,
    payload: { ...who, timestamp: new Date(joinedAt).toISOString() },
  }));
}
