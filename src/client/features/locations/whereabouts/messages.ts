import { PRESENCE_FRESH_MS } from '#contract/limits';
import type { Presence } from '#contract/phones';
import { t } from '#client/i18n/text';
import { ago, dayAndTime, timeOfDay } from '#client/i18n/times';
import { movingSpeed, wasMoving } from './speed';

const HOUR_MS = 3_600_000;
const HALF_DAY_MS = 12 * HOUR_MS;
/** From this age of the position on it says something that the phone was heard later. */
const STILL_THERE_FROM_MS = 10 * 60_000;
/** Without a word for this long there is no contact. */
const NO_CONTACT_FROM_MS = 12 * HOUR_MS;
/** A battery below this share is low. */
const LOW_BATTERY = 0.2;

/**
 * Where a member is, such as 'At School since 8:05 AM'; null when nothing more than a position is known.
 * @param age of the position in milliseconds; null without one
 * @param now epoch milliseconds
 */
export function whereaboutsText(presence: Presence, age: number | null, now: number): string | null {
  const heard = heardAge(presence, age, now);
  if (heard !== null && heard >= NO_CONTACT_FROM_MS)
    return t('No contact since {time}', { time: dayAndTime(new Date(now - heard).toISOString()) });
  const kilometres = movingSpeed(presence, age ?? heard ?? Infinity);
  if (kilometres !== null) return t('Moving, {speed} km/h', { speed: kilometres });
  if (age !== null && presence.place === null && wasMoving(presence)) return movedText(age, heard);
  const parts = [stayText(presence, now), heardText(age, heard)];
  return parts[0] === null ? null : parts.filter((part) => part !== null).join(', ');
}

/** How long ago the phone was heard, by a position or without one; null when it is not known. */
function heardAge({ lastHeardAt }: Presence, age: number | null, now: number): number | null {
  if (lastHeardAt === null) return age;
  return Math.min(Math.max(0, now - Date.parse(lastHeardAt)), age ?? Infinity);
}

/** Of a member who moved at the newest position: where they have been since is not known. */
function movedText(age: number, heard: number | null): string {
  return heard !== null && isHeardLater(heard, age)
    ? t('Was moving {ago}, heard {heard}', { ago: ago(age), heard: ago(heard) })
    : t('Was moving {ago}', { ago: ago(age) });
}

function stayText({ place, since }: Presence, now: number): string | null {
  const time = since === null ? null : timeText(since, now);
  if (place === null) return time && t('Here since {time}', { time });
  return time === null
    ? t('At {place}', { place: place.name })
    : t('At {place} since {time}', { place: place.name, time });
}

/** Whether a phone was heard well after its newest position. */
const isHeardLater = (heard: number, age: number): boolean =>
  age >= STILL_THERE_FROM_MS && heard < age - STILL_THERE_FROM_MS / 2;

/** That the phone was heard without a new position, or not for a while; null where the position is new. */
function heardText(age: number | null, heard: number | null): string | null {
  if (heard === null) return null;
  if (age !== null && isHeardLater(heard, age)) return t('still there, heard {ago}', { ago: ago(heard) });
  return heard >= PRESENCE_FRESH_MS ? t('heard {ago}', { ago: ago(heard) }) : null;
}

/** The time of a stay's begin: of today, of yesterday, or with its date. */
function timeText(moment: string, now: number): string {
  const [day, today] = [new Date(moment), new Date(now)];
  if (day.toDateString() === today.toDateString() || now - Date.parse(moment) < HALF_DAY_MS)
    return timeOfDay(moment);
  today.setDate(today.getDate() - 1);
  return day.toDateString() === today.toDateString() ? t('yesterday') : dayAndTime(moment);
}

/** How full a battery is, and whether it is low or charges; null when it is not known. */
export function batteryText({ battery, charging }: Pick<Presence, 'battery' | 'charging'>): string | null {
  if (battery === null) return null;
  const percent = Math.round(battery * 100);
  if (charging === true) return t('{percent} %, charging', { percent });
  return battery < LOW_BATTERY ? t('{percent} %, battery low', { percent }) : t('{percent} %', { percent });
}

/** A battery that the family should know of. */
export const isBatteryShown = ({ battery, charging }: Presence): boolean =>
  battery !== null && (charging === true || battery < LOW_BATTERY);

export const isBatteryLow = ({ battery, charging }: Presence): boolean =>
  battery !== null && charging !== true && battery < LOW_BATTERY;

const pauseEnd = (until: string, now: number): string =>
  Date.parse(until) - now < 20 * HOUR_MS ? timeOfDay(until) : dayAndTime(until);

/** The user's pause in their own row. */
export const shortPauseText = ({ until }: { until: string | null }, now: number): string =>
  until === null ? t('Paused') : t('Paused until {time}', { time: pauseEnd(until, now) });

/** Below the sentence that sharing is paused. */
export const pauseEndText = ({ until }: { until: string | null }, now: number): string =>
  until === null ? t('Until you resume') : t('Until {time}', { time: pauseEnd(until, now) });

/** Until when the user's positions are dropped. */
export const pauseText = ({ until }: { until: string | null }, now: number): string =>
  until === null
    ? t('Paused until you resume. Your families see no new positions.')
    : t('Paused until {time}. Your families see no new positions.', {
        time: pauseEnd(until, now),
      });
