import type { CheckInNews, RequestNews } from '#contract/checkIns';

/**
 * What a notification says of a check-in.
 * @param timeZone of the recipient, for an owner whose device did not say in which zone the time is meant
 */
export function checkInText(news: CheckInNews | Omit<CheckInNews, 'alertId'>, timeZone: string): string {
  const { what, userName: name, placeName: place, dueAt, lastPositionAt, lateMinutes } = news;
  const time = (moment: string): string => timeOfDay(moment, news.timeZone ?? timeZone);
  switch (what) {
    case 'started':
      return `${name} is on the way to ${place}, due ${time(dueAt)}.`;
    case 'asked':
      return `Have you arrived at ${place}?`;
    case 'missed': {
      const last = lastPositionAt === null ? '' : ` Last position ${time(lastPositionAt)}.`;
      return `${name} has not arrived at ${place}, due ${time(dueAt)}.${last}`;
    }
    case 'arrived':
      return `${name} has arrived at ${place}${lateMinutes === null ? '' : `, ${lateMinutes} min late`}.`;
    case 'cancelled':
      return `${name} has ended the check-in.`;
  }
}

/** What a notification says of a request for a check-in. */
export function requestText({
  what,
  userName,
  text,
}: Pick<RequestNews, 'what' | 'userName' | 'text'>): string {
  if (what === 'declined') return `${userName} has declined.`;
  const asked = `${userName} asks you to tell when you arrive.`;
  return text === null ? asked : `${asked} “${text}”`;
}

const timeOfDay = (moment: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(new Date(moment));
