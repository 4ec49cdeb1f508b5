import type { Visibility } from '#server/features/families/visibility';
import type { Publisher } from '#server/publisher';
import type { Notice } from './notice';

/** A stored alert, and the devices of its recipient that were connected when it was stored. */
export interface AddressedNotice {
  readonly notice: Notice;
  readonly deviceIds: readonly string[];
}

/** Passes on stored alerts to the recipients who may still see them. */
export interface RecipientCheck {
  /**
   * Passes them on in this order, but calls for help wait for no other alerts. Resolves when it has done so; never rejects.
   */
  add(alerts: readonly AddressedNotice[]): Promise<void>;
  /** Resolves when none waits. */
  settled(): Promise<void>;
}

export interface RecipientCheckDeps {
  readonly visibility: Visibility;
  /** The same for calls for help, which wait for no other reads. */
  readonly urgentVisibility: Visibility;
  readonly publisher: Pick<Publisher, 'readAudience'>;
  passOn(alerts: readonly AddressedNotice[]): void;
  /** Receives errors that no caller waits for. */
  onError(error: unknown): void;
}

const isCall = ({ notice }: AddressedNotice): boolean => notice.kind === 'sos';

/**
 * Reads after the commit who may see an alert, because PostgreSQL runs transactions side by side: a removal can commit
 * between the moment when a transaction reads its recipients and the moment when it has stored their alerts. A lock instead
 * would let a call for help wait for removals.
 */
export function recipientCheck(deps: RecipientCheckDeps): RecipientCheck {
  const { visibility, urgentVisibility, passOn, onError } = deps;
  const pending = new Set<Promise<void>>();
  /** Alerts whose read has not begun: what is added meanwhile joins them. */
  let waiting: AddressedNotice[] | undefined;
  let lastSent: Promise<void> = Promise.resolve();

  const check = (stored: Visibility, alerts: readonly AddressedNotice[]): Promise<void> =>
    readVisible(deps, stored, alerts).then(passOn).catch(onError);

  function addInOrder(alerts: readonly AddressedNotice[]): Promise<void> {
    if (waiting) {
      for (const alert of alerts) waiting.push(alert);
      return lastSent;
    }
    const own = [...alerts];
    waiting = own;
    lastSent = lastSent.then(() => {
      waiting = undefined;
      return check(visibility, own);
    });
    return lastSent;
  }

  async function add(alerts: readonly AddressedNotice[]): Promise<void> {
    const calls = alerts.filter(isCall);
    const others = alerts.filter((alert) => !isCall(alert));
    await Promise.all([
      calls.length > 0 && check(urgentVisibility, calls),
      others.length > 0 && addInOrder(others),
    ]);
  }

  return {
    add(alerts) {
      const job = add(alerts).finally(() => pending.delete(job));
      pending.add(job);
      return job;
    },
    async settled() {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}

/** When the database cannot be read, calls for help go out all the same; the others stay stored. */
async function readVisible(
  { publisher, onError }: RecipientCheckDeps,
  stored: Visibility,
  alerts: readonly AddressedNotice[],
): Promise<readonly AddressedNotice[]> {
  try {
    const isVisible = await publisher.readAudience(() =>
      visibleNow(
        stored,
        alerts.map(({ notice }) => notice),
      ),
    );
    return alerts.filter(({ notice }) => isVisible(notice));
  } catch (error) {
    onError(error);
    return alerts.filter(isCall);
  }
}

/**
 * Reads which alerts their recipients may see: those of families in which recipient and subject are. A call for help stays
 * when the caller has left or was removed since.
 */
export async function visibleNow(
  { familiesOfAll }: Pick<Visibility, 'familiesOfAll'>,
  notices: readonly Notice[],
): Promise<(notice: Notice) => boolean> {
  const people = notices.flatMap(({ recipientId, subjectId }) => [recipientId, subjectId]);
  const families = await familiesOfAll([...new Set(people)]);
  const isIn = (userId: string, familyId: string) => families.get(userId)?.has(familyId) ?? false;
  return ({ kind, recipientId, subjectId, familyIds }) =>
    recipientId === subjectId ||
    familyIds.some((id) => isIn(recipientId, id) && (kind === 'sos' || isIn(subjectId, id)));
}
