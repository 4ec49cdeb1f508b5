import type { Arrival } from './slice';

/** The alert of news about a person, which has no place. @param key the same each time the news is delivered */
export const newsArrival = (
  type: Arrival['type'],
  key: string,
  news: NonNullable<Arrival['news']>,
): Arrival => ({
  key,
  type,
  alertId: news.alertId,
  timestamp: news.timestamp,
  userId: news.userId,
  userName: news.userName,
  geofenceName: null,
  latitude: null,
  longitude: null,
  message: null,
  phone: null,
  news,
});
