import { SOS_MESSAGE_MAX_LENGTH, SOS_POSITION_STALE_MS } from '#contract/limits';
import { stripBidiControls } from '#shared/bidiControls';
import { ageInWords } from '#client/i18n/times';
import { t } from '#client/i18n/text';
import type { AppError, GeolocationProblem } from '#client/services/types';
import type { AlertNews } from './mergeAlerts';
import type { AlertView } from './viewModels';

/** The text of what is neither an SOS nor a crossing. It loads after the first page, with the sagas of check-ins. */
let newsText = (_news: AlertNews): string => '';
export const provideNewsText = (text: typeof newsText): void => {
  newsText = text;
};

/** The text of an alert, with the name of its person. */
export function alertText({
  type,
  name,
  geofenceName,
  news,
}: Pick<AlertView, 'type' | 'name' | 'geofenceName' | 'news'>): string {
  if (news) return newsText(news);
  const place = geofenceName ?? '';
  const text =
    type === 'sos'
      ? t('{name} triggered an SOS alert', { name })
      : t(type === 'geofence_enter' ? '{name} entered {place}' : '{name} left {place}', { name, place });
  return stripBidiControls(text);
}

/** Room that is kept for the words about the position's age. */
export const SOS_TEXT_MAX_LENGTH = SOS_MESSAGE_MAX_LENGTH - 60;

/** The SOS message with the age of its position, where that is not of this moment. */
export function sosMessage(
  message: string,
  { takenAt, fresh }: { takenAt: number; fresh: boolean },
  now: number,
): string {
  const age = Math.max(0, now - takenAt);
  if (fresh && age < SOS_POSITION_STALE_MS) return message;
  return t('{message} (Last known position, {age} old)', { message, age: ageInWords(age) }).trim();
}

/** What to do when an SOS cannot say where one is. */
export function noPosition(problem: GeolocationProblem): AppError {
  return { code: problem === 'denied' ? 'sos_location_denied' : 'sos_location_unknown' };
}
