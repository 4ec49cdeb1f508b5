import { SOS_MESSAGE_MAX_LENGTH } from '#contract/limits';
import { ageInWords } from '#shared/times';
import type { GeolocationProblem } from '#client/services/types';
import type { Alert, AlertType } from './slice';

/** The specification's titles. */
export const ALERT_TITLES: Record<AlertType, string> = {
  sos: 'SOS Alert',
  geofence_enter: 'Geofence Entered',
  geofence_exit: 'Geofence Exited',
};

/** Signs that change the direction of what comes after them, beyond the name in which they stand. */
const TURNING = /[\u202A-\u202E\u2066-\u2069]/gu;

/**
 * What an alert says.
 * @param nameOf a person's name by id, as far as it is known; the id stands in
 */
export function textOf(
  alert: Pick<Alert, 'type' | 'userId' | 'userName' | 'geofenceName'>,
  nameOf: Readonly<Record<string, string>>,
): string {
  const name = nameOf[alert.userId] ?? alert.userId;
  const text =
    alert.type === 'sos'
      ? `${alert.userName || name} triggered an SOS alert`
      : `${name} ${alert.type === 'geofence_enter' ? 'entered' : 'left'} ${alert.geofenceName ?? ''}`;
  return text.replace(TURNING, '');
}

/** From this age on a position that was fresh when the button was pressed is no longer where the person is. */
const STALE_FROM_MS = 2 * 60_000;
/** Room that is kept for the words about the position's age. */
export const SOS_TEXT_MAX_LENGTH = SOS_MESSAGE_MAX_LENGTH - 60;

/** The SOS message with the age of its position, where that is not of this moment. */
export function sosMessage(
  message: string,
  { takenAt, fresh }: { takenAt: number; fresh: boolean },
  now: number,
): string {
  const age = Math.max(0, now - takenAt);
  if (fresh && age < STALE_FROM_MS) return message;
  return `${message} (Last known position, ${ageInWords(age)} old)`.trim();
}

/** What to do when an SOS cannot say where one is. */
export function noPosition(problem: GeolocationProblem): string {
  const advice =
    problem === 'denied'
      ? 'Allow location for this site in the browser’s settings and try again'
      : 'Try again, in the open if you can';
  return `Your position is not known, so the SOS was not sent. ${advice}, or call for help by phone.`;
}
