import type { CheckInNews, CheckInState } from '#contract/checkIns';
import type { CheckInRow } from '#server/db/schema';
import type { CheckInProgress } from './repository';

const MINUTE_MS = 60_000;
/** The owner has at least this long to answer, also when the server asks late. */
const ANSWER_MS = 5 * MINUTE_MS;
/** After this, the watchers get a second alert of a missed check-in. */
const REPEAT_MS = 15 * MINUTE_MS;

/** What happens to a check-in. Times in epoch milliseconds. */
export type CheckInEvent =
  | { readonly kind: 'timer'; readonly now: number }
  | { readonly kind: 'extended'; readonly dueAt: number }
  | { readonly kind: 'arrived'; readonly at: number }
  | { readonly kind: 'cancelled'; readonly at: number };

/** The effect of an event on a check-in. */
export interface Transition {
  readonly set: CheckInProgress;
  /** The kind of the notices: `asked` goes to the owner, the others go to the watchers. */
  readonly news: CheckInNews['what'] | null;
  /** `reset`: all watchers count as not having seen it; `skip`: watchers who have seen it get no notice. */
  readonly seen?: 'reset' | 'skip';
}

type Timed = Pick<CheckInRow, 'state' | 'due_at' | 'grace_minutes'>;

/** The states of a check-in and what leads from one to the next. @returns undefined when the event cannot happen in this state */
export function transitionOf(row: Timed, event: CheckInEvent): Transition | undefined {
  switch (event.kind) {
    case 'timer':
      return byTimer(row, event.now);
    case 'extended':
      return isOnTheWay(row) ? running(event.dueAt) : undefined;
    case 'arrived':
      return isOnTheWay(row) || row.state === 'missed'
        ? ended(row, 'arrived', Math.max(0, event.at))
        : undefined;
    case 'cancelled':
      return isOnTheWay(row) ? ended(row, 'cancelled', event.at) : undefined;
  }
}

/** It can be extended and cancelled. */
const isOnTheWay = ({ state }: Timed): boolean => state === 'running' || state === 'asking';

function byTimer({ state, due_at, grace_minutes }: Timed, now: number): Transition | undefined {
  if (state === 'running') {
    const graceEnds = due_at + grace_minutes * MINUTE_MS;
    const next_at = Math.max(graceEnds, now + ANSWER_MS);
    return { set: { state: 'asking', due_at, next_at, ended_at: null }, news: 'asked' };
  }
  if (state === 'asking')
    return {
      set: { state: 'missed', due_at, next_at: now + REPEAT_MS, ended_at: null },
      news: 'missed',
      seen: 'reset',
    };
  return state === 'missed'
    ? { set: { state, due_at, next_at: null, ended_at: null }, news: 'missed', seen: 'skip' }
    : undefined;
}

const running = (dueAt: number): Transition => ({
  set: { state: 'running', due_at: dueAt, next_at: dueAt, ended_at: null },
  news: null,
});

const ended = (
  { due_at }: Timed,
  state: CheckInState & ('arrived' | 'cancelled'),
  at: number,
): Transition => ({
  set: { state, due_at, next_at: null, ended_at: at },
  news: state,
});

/** How many minutes late an arrival was; null when it had not been missed, or was in time after all. */
export function lateMinutes({ state, due_at }: Timed, arrivedAt: number): number | null {
  const late = Math.floor((arrivedAt - due_at) / MINUTE_MS);
  return state === 'missed' && late > 0 ? late : null;
}
