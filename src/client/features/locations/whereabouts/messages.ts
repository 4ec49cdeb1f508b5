import type { Presence } from '#contract/phones';
import { t } from '#client/i18n/text';
import { ago, dayAndTime, timeOfDay } from '#client/i18n/times';
import { movingSpeed } from './speed';

const HOUR_MS = 3_600_000;
/** From this age of the position on it says something that the phone was heard later. */
const STILL_THERE_FROM_MS = 10 * 60_000;
/** Without a word for this long there is no contact. */
const NO_CONTACT_FROM_MS = 12 * HOUR_MS;
/** A battery below this share is low. */
const LOW_BATTERY = 0.2;

/**
 * Where a member is and how their phone is, such as 'At School since 8:05 AM · 64 %'; null when nothing is known.
 * @param age of the position in milliseconds; null without one
 * @param now epoch milliseconds
 */
export function whereaboutsText(presence: Presence, age: number | null, now: number): string | null {
  const parts = [whereText(presence, age, now), batteryText(presence)];
  return parts.filter((part) => part !== null).join(' · ') || null;
}

function whereText(presence: Presence, age: number | null, now: number): string | null {
  const { place, since, lastHeardAt } = presence;
  const heard = lastHeardAt === null ? null : Math.max(0, now - Date.parse(lastHeardAt));
  if (heard !== null && heard >= NO_CONTACT_FROM_MS && lastHeardAt !== null)
    return t('No contact since {time}', { time: dayAndTime(lastHeardAt) });
  const kilometres = movingSpeed(presence, age ?? heard ?? Infinity);
  if (kilometres !== null) return t('Moving, {speed} km/h', { speed: kilometres });
  const time = since === null ? null : timeText(since, now);
  const where =
    place === null
      ? time && t('Here since {time}', { time })
      : time === null
        ? t('At {place}', { place: place.name })
        : t('At {place} since {time}', { place: place.name, time });
  const isHeardLater =
    age !== null && heard !== null && age >= STILL_THERE_FROM_MS && heard < age - STILL_THERE_FROM_MS / 2;
  const still = isHeardLater ? t('still there, heard {ago}', { ago: ago(heard) }) : null;
  return [where, still].filter(Boolean).join(', ') || null;
}

/** The time of day; of another day than the last 20 hours with its date. */
const timeText = (moment: string, now: number): string =>
  now - Date.parse(moment) < 20 * HOUR_MS ? timeOfDay(moment) : dayAndTime(moment);

export function batteryText({ battery, charging }: Presence): string | null {
  if (battery === null) return null;
  const percent = Math.round(battery * 100);
  if (charging === true) return t('{percent} %, charging', { percent });
  return battery < LOW_BATTERY ? t('{percent} %, battery low', { percent }) : t('{percent} %', { percent });
}

/** Until when the user's positions are dropped. */
export const pauseText = ({ until }: { until: string | null }, now: number): string =>
  until === null
    ? t('Paused until you resume. Your families do not see where you are.')
    : t('Paused until {time}. Your families do not see where you are.', {
        time: Date.parse(until) - now < 20 * HOUR_MS ? timeOfDay(until) : dayAndTime(until),
      });
