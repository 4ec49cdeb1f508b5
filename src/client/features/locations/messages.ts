import { ago, shortAge } from '#client/i18n/times';
import { t } from '#client/i18n/text';
import type { GeolocationProblem } from './slice';

/** Why this device gives no position, and what to do. */
export const positionProblem = (problem: GeolocationProblem): string =>
  t(
    {
      denied:
        'This browser may not use your location. Allow it for this site in the browser’s settings, then try again.',
      unavailable: 'Your location cannot be found right now. Try again in a moment.',
      timeout: 'Finding your location took too long. Try again in a moment.',
      unsupported: 'This browser gives no location on this address. A secure address (https) is needed.',
    }[problem],
  );

/** How old a position is. @param age milliseconds; null without a position */
export const lastUpdated = (age: number | null): string =>
  age === null ? t('Location not shared') : t('Last updated {ago}', { ago: ago(age) });

/** What one who has joined does not know: where a member was before that. */
export const seenFromNow = (name: string): string => t('You see {name} from the next position on.', { name });

/** A marker says its age from this age on. */
const AGE_SHOWN_FROM_MS = 2 * 60_000;

/** The age that a marker says; null while it is new. @param age milliseconds */
export const shownAge = (age: number): string | null => (age >= AGE_SHOWN_FROM_MS ? shortAge(age) : null);
