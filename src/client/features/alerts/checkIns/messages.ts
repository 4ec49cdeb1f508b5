import type { CheckIn, CheckInNews, RequestNews } from '#contract/checkIns';
import { stripBidiControls } from '#shared/bidiControls';
import { formatList } from '#client/i18n/formats';
import { t } from '#client/i18n/text';
import { timeOfDay } from '#client/i18n/times';
import { answerText, endText } from '../calls/messages';
import type { AlertNews } from '../mergeAlerts';
import { MINUTE_MS } from './proposal';

/** What an alert says that is neither an SOS nor a crossing, in the words of the notifications on closed pages. */
export function newsText(news: AlertNews): string {
  if ('answer' in news) return stripBidiControls(answerText(news.userName, news.answer));
  if ('ending' in news) return stripBidiControls(endText({ ...news, endedAt: news.timestamp }) ?? '');
  if ('familyName' in news)
    return stripBidiControls(t('{name} joined {family}', { name: news.userName, family: news.familyName }));
  return 'requestId' in news ? requestText(news) : checkInText(news);
}

/** The text of a request for the asked member, and of a refusal for the asker. */
export function requestText({
  what,
  userName: name,
  text,
}: Pick<RequestNews, 'what' | 'userName' | 'text'>): string {
  if (what === 'declined') return stripBidiControls(t('{name} has declined.', { name }));
  const asked = t('{name} asks you to tell when you arrive.', { name });
  return stripBidiControls(text ? t('{asked} “{text}”', { asked, text }) : asked);
}

function checkInText({
  what,
  userName: name,
  placeName: place,
  dueAt,
  lastPositionAt,
  lateMinutes,
}: CheckInNews): string {
  const due = timeOfDay(dueAt);
  switch (what) {
    case 'started':
      return stripBidiControls(t('{name} is on the way to {place}, due {due}.', { name, place, due }));
    case 'asked':
      return stripBidiControls(t('Have you arrived at {place}?', { place }));
    case 'missed':
      return missedText({ name, place, dueAt, lastPositionAt });
    case 'arrived':
      return stripBidiControls(
        lateMinutes === null
          ? t('{name} has arrived at {place}.', { name, place })
          : t('{name} has arrived at {place}, {count} min late.', { name, place, count: lateMinutes }),
      );
    case 'cancelled':
      return stripBidiControls(t('{name} has ended the check-in.', { name }));
  }
}

interface Missed {
  name: string;
  place: string;
  dueAt: string;
  lastPositionAt: string | null;
}

/** Says who has not arrived, and when they were seen last, where that may be known. */
export function missedText({ name, place, dueAt, lastPositionAt }: Missed): string {
  const text = t('{name} has not arrived at {place}, due {due}.', { name, place, due: timeOfDay(dueAt) });
  const last = lastPositionAt && t('Last position {time}.', { time: timeOfDay(lastPositionAt) });
  return stripBidiControls(last ? `${text} ${last}` : text);
}

/** How much time is left, rounded up to whole minutes. @param now epoch milliseconds */
export function timeLeft({ dueAt }: Pick<CheckIn, 'dueAt'>, now: number): string {
  const minutes = Math.ceil((Date.parse(dueAt) - now) / MINUTE_MS);
  if (minutes <= 0) return t('due now');
  if (minutes < 60) return t('{count} min left', { count: minutes });
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return rest === 0
    ? t('{hours} h left', { hours })
    : t('{hours} h {count} min left', { hours, count: rest });
}

/** Who watches. @param isEveryone all of a family of more than three, whose names would be a long list */
export const watchedBy = (names: readonly string[], isEveryone = false): string =>
  t('Seen by {names}', { names: isEveryone ? t('the whole family') : formatList(names) });

/** A duration to choose. */
export function duration(minutes: number): string {
  if (minutes < 60) return t('{count} min', { count: minutes });
  return minutes % 60 === 0
    ? t('{count, plural, one {# hour} other {# hours}}', { count: minutes / 60 })
    : t('{hours} h {count} min', { hours: Math.floor(minutes / 60), count: minutes % 60 });
}
