import { ALERTS_KEPT } from '#contract/limits';
import { groupBy } from '#server/groupBy';
import type { Notice } from './notice';
import { inTurns, type TurnsDeps } from './turns';

/** Crossings that are sent to one device at the same time. */
const CROSSINGS_AT_ONCE = 20;
/** Queued SOS that are sent to one device at the same time: all that can be queued would overflow its buffer. */
const SOS_AT_ONCE = 50;

/** One alert for one device of its recipient. */
export interface Delivery {
  readonly notice: Notice;
  readonly deviceId: string;
}

export const deliveryKey = ({ notice, deviceId }: Delivery): string => `${notice.id} ${deviceId}`;

export const isSos = ({ notice }: Delivery): boolean => notice.kind === 'sos';

interface DeviceTurnsDeps extends Pick<TurnsDeps<Delivery>, 'send' | 'onDropped'> {
  /** @returns those of a person's alerts that they may still see; never rejects */
  onlyVisible(recipientId: string, alerts: readonly Delivery[]): Promise<readonly Delivery[]>;
}

/** The turns of each device, separate for SOS and for crossings. @returns a function that adds deliveries, SOS first */
export function deviceTurns({
  send,
  onlyVisible,
  onDropped,
}: DeviceTurnsDeps): (deliveries: readonly Delivery[]) => void {
  /** What adds deliveries for each device and kind. */
  const turns = new Map<string, (deliveries: readonly Delivery[]) => void>();

  const begin = (key: string, { notice: { recipientId, kind } }: Delivery) => {
    const order = kind === 'sos' ? SOS_TURNS : CROSSING_TURNS;
    const add = inTurns<Delivery>({
      ...order,
      send,
      onlyVisible: (alerts) => onlyVisible(recipientId, alerts),
      onDropped,
      onIdle: () => turns.delete(key),
    });
    turns.set(key, add);
    return add;
  };

  return (deliveries) => {
    for (const [key, own] of groupBy(deliveries.toSorted(sosFirst), turnsKey)) {
      const [first] = own;
      const add = turns.get(key) ?? (first && begin(key, first));
      add?.(own);
    }
  };
}

type TurnsOrder = Pick<TurnsDeps<Delivery>, 'atOnce' | 'arranged'>;

const SOS_TURNS: TurnsOrder = { atOnce: SOS_AT_ONCE, arranged: byCallerInTurn };
// The database does not keep the oldest either.
const CROSSING_TURNS: TurnsOrder = {
  atOnce: CROSSINGS_AT_ONCE,
  arranged: (waiting) => waiting.slice(-ALERTS_KEPT),
};

function sosFirst(one: Delivery, other: Delivery): number {
  return Number(isSos(other)) - Number(isSos(one));
}

function turnsKey(delivery: Delivery): string {
  return JSON.stringify([delivery.notice.recipientId, delivery.deviceId, isSos(delivery)]);
}

/** The newest SOS of each caller, then the second newest, and so on, so that no caller hides the call of another. */
function byCallerInTurn(waiting: readonly Delivery[]): Delivery[] {
  const newestFirst = waiting.toSorted((one, other) => (one.notice.id > other.notice.id ? -1 : 1));
  const rounds = [...groupBy(newestFirst, ({ notice }) => notice.subjectId).values()].flatMap((calls) =>
    calls.map((delivery, round) => ({ delivery, round })),
  );
  return rounds.toSorted((one, other) => one.round - other.round).map(({ delivery }) => delivery);
}
