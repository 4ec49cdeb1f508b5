import type { MemberJoined } from '#contract/inbox';
import { familyPath } from '#shared/chatNotification';
import { newsArrival } from './newsArrival';
import type { Arrival } from './slice';

/** The alert that a person has joined a family of the user. Each joining has its own key: who comes back is announced again. */
export const joinedArrival = (news: MemberJoined): Arrival => ({
  ...newsArrival('joined', `joined joined:${news.familyId}:${news.userId} ${news.timestamp}`, news),
  path: familyPath(news.familyId),
});
