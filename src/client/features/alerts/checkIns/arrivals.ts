import type { CheckInNews, RequestNews } from '#contract/checkIns';
import type { Arrival } from '../slice';

const NOTHING_ELSE = {
  type: 'checkin',
  geofenceName: null,
  latitude: null,
  longitude: null,
  message: null,
  phone: null,
} as const;

/** The alert of news of a check-in. */
export const checkInArrival = (news: CheckInNews): Arrival => ({
  ...NOTHING_ELSE,
  key: `checkin checkin:${news.checkinId} ${news.alertId ?? `${news.what} ${news.timestamp}`}`,
  alertId: news.alertId,
  timestamp: news.timestamp,
  userId: news.userId,
  userName: news.userName,
  news,
});

/** The alert of a request to the user, or of an answer to one of theirs. */
export const requestArrival = (news: RequestNews): Arrival => ({
  ...NOTHING_ELSE,
  key: `checkin request:${news.requestId} ${news.alertId ?? `${news.what} ${news.timestamp}`}`,
  alertId: news.alertId,
  timestamp: news.timestamp,
  userId: news.userId,
  userName: news.userName,
  news,
});
