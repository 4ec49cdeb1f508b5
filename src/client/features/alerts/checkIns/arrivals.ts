import type { CheckInNews, RequestNews } from '#contract/checkIns';
import { newsArrival } from '../newsArrival';
import type { Arrival } from '../slice';

/** The alert of news of a check-in. */
export const checkInArrival = (news: CheckInNews): Arrival =>
  newsArrival('checkin', keyOf(`checkin:${news.checkinId}`, news), news);

/** The alert of a request to the user, or of an answer to one of theirs. */
export const requestArrival = (news: RequestNews): Arrival =>
  newsArrival('checkin', keyOf(`request:${news.requestId}`, news), news);

const keyOf = (about: string, { alertId, what, timestamp }: CheckInNews | RequestNews): string =>
  `checkin ${about} ${alertId ?? `${what} ${timestamp}`}`;
