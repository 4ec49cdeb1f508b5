import type { SosAnswered, SosEnded } from '#contract/sos';
import { newsArrival } from '../newsArrival';
import type { Arrival } from '../slice';

/** The alert of an answer to the user's own SOS, or of the end of one. */
export const callNews = (news: SosAnswered | SosEnded): Arrival =>
  newsArrival('sos_news', `sos_news ${news.id} ${news.alertId}`, news);
