import type { MemberJoined } from '#contract/inbox';
import { familyPath } from '#shared/chatNotification';
import type { Arrival } from './slice';

/** The alert that a person has joined a family of the user. */
export const joinedArrival = (news: MemberJoined): Arrival => ({
  // Each joining has its own key, so that a person who comes back is announced again.
  key: `joined joined:${news.familyId}:${news.userId} ${news.timestamp}`,
  alertId: news.alertId,
  type: 'joined',
  timestamp: news.timestamp,
  userId: news.userId,
  userName: news.userName,
  geofenceName: null,
  latitude: null,
  longitude: null,
  message: null,
  phone: null,
  path: familyPath(news.familyId),
  news,
});
