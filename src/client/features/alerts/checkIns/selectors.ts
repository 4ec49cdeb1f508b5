import { createSelector } from '@reduxjs/toolkit';
import type { CheckIn } from '#contract/checkIns';
import { CHECK_IN_REQUEST_EXPIRES_MS } from '#contract/limits';
import { selectMembersByName } from '#client/features/families/selectors';
import { selectNow, selectUser } from '#client/features/session/selectors';
import type { RootState } from '#client/store/rootState';
import { selectNames } from '../selectors';

export const selectCheckIns = (state: RootState) => state.alerts.checkIns.list;
export const selectRequests = (state: RootState) => state.alerts.checkIns.requests;
export const selectOnce = (state: RootState) => state.alerts.checkIns.once;
/** The once-only alerts about a member; undefined until they are loaded. */
export const selectOnceAbout = (state: RootState, userId: string) => state.alerts.checkIns.once[userId];
export const selectCheckInForm = (state: RootState) => state.alerts.checkIns.form;
export const selectCheckInTask = (state: RootState) => state.alerts.checkIns.task;

/** Whether a check-in is open and not missed. */
export const isOnTheWay = ({ state }: CheckIn): boolean => state === 'running' || state === 'asking';

/** The one that matters most of a person's check-ins, newest first: one on the way, else one that was missed. */
const current = (list: readonly CheckIn[]): CheckIn | null =>
  list.find(isOnTheWay) ?? list.find(({ state }) => state === 'missed') ?? null;

/** The user's own check-in that is open or missed. */
export const selectOwnCheckIn = createSelector([selectCheckIns, selectUser], (list, user) =>
  current((list ?? []).filter(({ userId }) => userId === user?.id)),
);

/** The check-ins of other members that the user watches, without people who are in no common family any more. */
const selectWatched = createSelector([selectCheckIns, selectUser, selectNames], (list, user, names) =>
  (list ?? []).filter(({ userId }) => userId !== user?.id && userId in names),
);

/** The check-in of another member that is open or missed. */
export const selectCheckInOf = createSelector(
  [selectWatched, (_state: RootState, userId: string) => userId],
  (watched, wanted) => current(watched.filter(({ userId }) => userId === wanted)),
);

/** Those of others that were missed, and that the user has not seen. */
export const selectUnseenMissed = createSelector([selectWatched, selectUser], (watched, user) =>
  watched.filter(
    ({ state, people }) =>
      state === 'missed' && people.some(({ userId, seenAt }) => userId === user?.id && seenAt === null),
  ),
);

/** The other members of the selected family: who may watch. */
export const selectCompanions = createSelector([selectMembersByName, selectUser], (members, user) =>
  members.filter(({ id }) => id !== user?.id),
);

/** Requests of others that wait for the user, the oldest first. */
export const selectOpenRequests = createSelector(
  [selectRequests, selectUser, selectNames, selectNow],
  (requests, user, names, now) =>
    requests
      .filter(({ state, toId, fromId, createdAt }) => {
        const isPast = Date.parse(createdAt) <= now - CHECK_IN_REQUEST_EXPIRES_MS;
        return state === 'open' && toId === user?.id && fromId in names && !isPast;
      })
      .toReversed(),
);

/** The user's last request to a member, as long as it can be answered. */
export const selectRequestTo = createSelector(
  [selectRequests, selectUser, selectNow, (_state: RootState, userId: string) => userId],
  (requests, user, now, userId) =>
    requests.find(
      ({ fromId, toId, createdAt }) =>
        fromId === user?.id && toId === userId && Date.parse(createdAt) > now - CHECK_IN_REQUEST_EXPIRES_MS,
    ) ?? null,
);

/** The request that the open form answers; null where it answers none. */
export const selectAnsweredRequest = createSelector(
  [selectRequests, selectCheckInForm],
  (requests, form) => requests.find(({ id }) => id === form?.requestId) ?? null,
);
