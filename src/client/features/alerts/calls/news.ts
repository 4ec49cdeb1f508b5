import type { SosAnswered, SosCall, SosEnded } from '#contract/sos';
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

/** Whether the inbox has an alert that it had not when the call was as before: callers learn of answers, the others of the end. */
export const hasNews = (before: SosCall, now: SosCall, userId: string | undefined): boolean =>
  now.userId === userId
    ? now.ending === 'expired' || answersOf(before) !== answersOf(now)
    : before.endedAt !== now.endedAt;

const answersOf = ({ people }: SosCall): string =>
  people.map(({ userId, answer }) => `${userId} ${answer ?? ''}`).join();
