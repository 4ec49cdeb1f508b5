import { createSelector } from '@reduxjs/toolkit';
import type { SosAnswer, SosCall, SosPosition } from '#contract/sos';
import type { RootState } from '#client/store/rootState';
import { selectFamilies } from '#client/features/families/selectors';
import { selectPositionOf } from '#client/features/locations/selectors';
import { selectUser } from '#client/features/session/selectors';
import { selectAlerts } from '../selectors';
import { callOf } from '../slice';
import { selectOpenCalls } from '../viewModels';
import type { CallEnd } from './messages';
import type { CallPage } from './slice';

const NO_CALLS: SosCall[] = [];
const NO_ANSWERS: Record<string, SosAnswer> = {};

/** Whether it is known which calls there are, perhaps from the last visit. */
export const selectAreCallsKnown = (state: RootState) => state.alerts.calls.calls !== undefined;
export const selectCalls = (state: RootState) => state.alerts.calls.calls ?? NO_CALLS;
export const selectTakeBackId = (state: RootState) => state.alerts.calls.takeBackId ?? null;
export const selectSentAt = (state: RootState) => state.alerts.calls.sentAt ?? null;
export const selectCountdown = (state: RootState) => state.alerts.calls.countdown ?? null;
export const selectWaitingAnswers = (state: RootState) => state.alerts.calls.waitingAnswers ?? NO_ANSWERS;
export const selectOutcome = (state: RootState) => state.alerts.calls.outcome ?? null;
/** Whether the user has ended a call of their own, and the server does not know it yet. */
export const selectIsEnding = (state: RootState, id: string): boolean =>
  id in (state.alerts.calls.waitingEnds ?? NO_ANSWERS);

/** The page of a call, or of the list of all, that is open; null: another page. */
export const selectCallPage = createSelector(
  [(state: RootState) => state.alerts.calls.page],
  (page): (Required<Omit<CallPage, 'id'>> & CallPage) | null =>
    page ? { status: 'loading', track: [], log: [], ...page } : null,
);

/** A call by its id; null when it is not known. */
export const selectCall = (state: RootState, id: string | undefined): SosCall | null =>
  selectCalls(state).find((call) => call.id === id) ?? null;

/** A person's SOS that is not over; null when none is known. */
export const selectOpenCallOf = (state: RootState, personId: string): SosCall | null =>
  selectCalls(state).find(({ userId, endedAt }) => userId === personId && endedAt === null) ?? null;

/** Where a caller is: while the call is open the newest known position, which may be one that they share besides. */
export const selectCallPosition = (
  state: RootState,
  { userId, endedAt, position }: Pick<SosCall, 'userId' | 'endedAt' | 'position'>,
): SosPosition => (endedAt === null ? selectPositionOf(state, userId) : undefined) ?? position;

/** How calls ended, by their ids. Of a caller who has left the family since there is only the news of it. */
const selectEnds = createSelector([selectCalls, selectAlerts], (calls, alerts): Record<string, CallEnd> => {
  const news = alerts.flatMap((alert) => (alert.news && 'ending' in alert.news ? alert.news : []));
  return Object.fromEntries([
    ...news.map((end) => [end.id, { ...end, endedAt: end.timestamp }]),
    ...calls.filter(({ endedAt }) => endedAt !== null).map((call) => [call.id, call]),
  ]);
});

/** How a call ended; null while it is open. */
export const selectCallEnd = (state: RootState, id: string): CallEnd | null => selectEnds(state)[id] ?? null;

/** Each SOS with a banner that is not over, as its alert says it. */
export const selectOpenAlerts = createSelector([selectOpenCalls, selectEnds], (alerts, ends) =>
  alerts.filter((alert) => !((callOf(alert) ?? '') in ends)),
);

/** What the user has answered to an SOS, also when the server does not have it yet; null: nothing. */
export function selectOwnAnswer(state: RootState, id: string): SosAnswer | null {
  const own = selectUser(state)?.id;
  const { answer } = selectCall(state, id)?.people.find(({ userId }) => userId === own) ?? { answer: null };
  return selectWaitingAnswers(state)[id] ?? answer;
}

/** The alert of an SOS: what is known of the call while the server cannot be reached. */
export const selectCallAlert = (state: RootState, id: string | undefined) =>
  id === undefined ? null : (selectAlerts(state).find((alert) => callOf(alert) === id) ?? null);

/** The user's own SOS that is not over. */
export const selectOwnOpenCall = (state: RootState): SosCall | null =>
  selectOpenCallOf(state, selectUser(state)?.id ?? '');

/** Open calls of others that have no banner any more, because the user has answered or dismissed them. */
export const selectAnsweredCalls = createSelector(
  [selectCalls, selectUser, selectAlerts],
  (calls, user, alerts) => {
    const withBanner = new Set(alerts.filter(({ read }) => !read).map(callOf));
    return calls.filter(
      ({ id, userId, endedAt }) => userId !== user?.id && endedAt === null && !withBanner.has(id),
    );
  },
);

/** Those of them that the user has answered. Who has seen the banner and taken it away has not. */
export const selectCallsToHelp = createSelector(
  [selectAnsweredCalls, selectUser, selectWaitingAnswers],
  (calls, user, waiting) =>
    calls.filter(({ id, people }) => {
      const answer = waiting[id] ?? people.find(({ userId }) => userId === user?.id)?.answer;
      return answer && answer !== 'seen';
    }),
);

/** The picture of a member of any of the user's families. */
export const selectPicture = (state: RootState, id: string): string | null =>
  selectFamilies(state)
    .flatMap(({ members }) => members)
    .find((member) => member.id === id)?.profileImage ?? null;

/** The other members of all families of the user, each once: who an SOS goes to. */
export const selectOthers = createSelector([selectFamilies, selectUser], (families, user) => {
  const members = families.flatMap((family) => family.members).filter(({ id }) => id !== user?.id);
  return [...new Map(members.map((member) => [member.id, member])).values()];
});
