import type { Geofence } from '#contract/geofences';
import { t } from '#client/i18n/text';
import { ago } from '#client/i18n/times';
import { type GeofenceDraft, problemWithCoordinate } from './draft';

/** The few words below the field of a coordinate; null when nothing is wrong with it. */
export function coordinateError(draft: GeofenceDraft, which: 'latitude' | 'longitude'): string | null {
  const problem = problemWithCoordinate(draft, which);
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
