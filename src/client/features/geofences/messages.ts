import { t } from '#client/i18n/text';
import { type GeofenceDraft, problemWithCoordinate } from './draft';

/** The few words below the field of a coordinate; null when nothing is wrong with it. */
export function coordinateError(draft: GeofenceDraft, which: 'latitude' | 'longitude'): string | null {
  const problem = problemWithCoordinate(draft, which);
  if (problem === null) return null;
  return problem === 'missing' ? t('Required') : t('From -{limit} to {limit}', problem);
}
