import type { Timeline } from '#contract/timeline';
import { type DayRange, type HistoryState, initialHistory } from './reducer';

/** The page is opened. From the profile back to the same person, a day that was chosen stays. */
export function openHistory(state: HistoryState, userId: string): HistoryState {
  const isDateChosen = userId === state.userId && state.isDateChosen;
  return {
    ...initialHistory,
    userId,
    date: isDateChosen ? state.date : null,
    today: state.today,
    isDateChosen,
    timeZone: state.timeZone,
    status: 'loading',
    list: state.list,
    speedsShown: state.speedsShown,
    player: { ...initialHistory.player, speed: state.player.speed },
    exporting: state.exporting,
    calendar: { ...initialHistory.calendar, isOffered: state.calendar.isOffered },
  };
}

/** Another day, or another person's, is on its way. */
export const withoutDay = (state: HistoryState): HistoryState => ({
  ...state,
  status: 'loading',
  detail: null,
  blocks: [],
  timeline: null,
  savedAt: null,
  stored: null,
  unfolded: [],
  picked: null,
  correction: initialHistory.correction,
  deletion: initialHistory.deletion,
  exportError: null,
  range: null,
  player: { ...state.player, playing: false, at: null },
});

/** A day of the user's own history is deleted. What is left of it, imported positions for example, is loaded again. */
export function removeDay(
  state: HistoryState,
  { userId, date }: { userId: string; date: string },
): HistoryState {
  if (userId !== state.userId) return state;
  const others = <Day extends { date: string }>(days: readonly Day[]) =>
    days.filter((day) => day.date !== date);
  const { week, calendar } = state;
  return {
    ...(date === state.date ? { ...withoutDay(state), deletion: { status: 'done', error: null } } : state),
    week: { first: null, days: others(week.days) },
    calendar: { ...calendar, days: others(calendar.days) },
  };
}

export const pick = (state: HistoryState, kind: 'stop' | 'entry', index: number): void => {
  state.picked = { kind, index, request: (state.picked?.request ?? 0) + 1 };
};

/** No form is open, and the failure of an earlier one can be shown. */
export const closedForm = ({ correction }: HistoryState): HistoryState['correction'] => ({
  ...initialHistory.correction,
  error: correction.earlierError ?? null,
});

/** The form of a stay in a list that is renewed: it follows its stay, and closes where that is gone. */
export function followStay(state: HistoryState, { entries }: Timeline): HistoryState['correction'] {
  const { correction, timeline } = state;
  const stay = timeline?.entries[correction.entry ?? -1];
  const entry = entries.findIndex(
    ({ kind, start, end }) => kind === stay?.kind && start === stay.start && end === stay.end,
  );
  return entry < 0 ? closedForm(state) : { ...correction, entry };
}

export const EMPTY_RANGE: DayRange = { from: null, to: null, status: 'choosing', days: [], picked: null };

export const showRange = (state: HistoryState, { from, to }: { from: string; to: string }): void => {
  state.range = { ...EMPTY_RANGE, from, to, status: 'loading' };
  state.player.playing = false;
  state.exportError = null;
};
