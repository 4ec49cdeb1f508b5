import type { Geofence, PlaceSchedule } from '#contract/geofences';
import { formatList, weekdayName } from '#client/i18n/formats';
import { t } from '#client/i18n/text';
import { ago, minuteOfDay } from '#client/i18n/times';
import { type GeofenceDraft, coordinateProblem } from './draft';

/** The few words below the field of a coordinate; null when nothing is wrong with it. */
export function coordinateError(draft: GeofenceDraft, which: 'latitude' | 'longitude'): string | null {
  const problem = coordinateProblem(draft, which);
  if (problem === null) return null;
  return problem === 'missing' ? t('Required') : t('From -{limit} to {limit}', problem);
}

interface Viewer {
  /** Epoch milliseconds. */
  now: number;
  userId: string | undefined;
  /** Undefined for people who are no longer in the family. */
  nameOf: (id: string) => string | undefined;
}

/** Who moved or resized a place last, else who added it, and when; null where nothing is known. */
export function lastChangeText(geofence: Geofence, { now, userId, nameOf }: Viewer): string | null {
  const { createdBy, createdAt, movedBy = null, movedAt = null } = geofence;
  const by = movedAt === null ? createdBy : movedBy;
  const age = ago(Math.max(0, now - Date.parse(movedAt ?? createdAt)));
  const name = by === null ? undefined : by === userId ? t('you') : nameOf(by);
  if (movedAt !== null)
    return name === undefined ? t('Moved {age}', { age }) : t('Moved by {name}, {age}', { name, age });
  return name === undefined ? null : t('Added by {name}, {age}', { name, age });
}

/** 'Mon, Tue, Wed, 8:00 AM – 6:00 PM'. */
export function scheduleText({ days, from, to }: PlaceSchedule): string {
  const names = days.length === 7 ? t('Every day') : formatList(days.map((day) => weekdayName(day, 'short')));
  if (from === to) return names;
  return t('{days}, {from} – {to}', { days: names, from: minuteOfDay(from), to: minuteOfDay(to) });
}

/** '100m radius', 'Outline with 5 corners'. */
export const areaText = ({ radius, polygon }: Geofence): string =>
  polygon ? t('Outline with {count} corners', { count: polygon.length }) : t('{radius}m radius', { radius });
