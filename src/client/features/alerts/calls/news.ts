import type { SosAnswered, SosEnded } from '#contract/sos';
import type { Arrival } from '../slice';

/** The alert of an answer to the user's own SOS, or of the end of one. */
export const callNews = (news: SosAnswered | SosEnded): Arrival => ({
  key: `sos_news ${news.id} ${news.alertId}`,
  alertId: news.alertId,
  type: 'sos_news',
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
