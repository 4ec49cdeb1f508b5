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
  /** Passes them on in this order, but calls for help wait for no other alerts. */
  add(alerts: readonly AddressedNotice[]): void;
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
  let waiting: readonly AddressedNotice[] = [];
  let isChecking = false;

  async function check(stored: Visibility, alerts: readonly AddressedNotice[]): Promise<void> {
    passOn(await readVisible(deps, stored, alerts));
  }

  /** Those that are added during a read share the next one. */
  async function checkWaiting(): Promise<void> {
    isChecking = true;
    while (waiting.length > 0) {
      const next = waiting;
      waiting = [];
      await check(visibility, next).catch(onError);
    }
    isChecking = false;
  }

  function track(work: Promise<void>): void {
    const job = work.catch(onError).finally(() => pending.delete(job));
    pending.add(job);
  }

  return {
    add(alerts) {
      const calls = alerts.filter(isCall);
      if (calls.length > 0) track(check(urgentVisibility, calls));
      waiting = [...waiting, ...alerts.filter((alert) => !isCall(alert))];
      if (waiting.length > 0 && !isChecking) track(checkWaiting());
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
