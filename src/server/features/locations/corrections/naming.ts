import type { Correction } from '#contract/corrections';
import { isAbout, type StayCorrection } from '#shared/stayCorrections';
import type { StayCorrectionRow } from '#server/db/schema';

interface Span {
  readonly start: number;
  readonly end: number;
}

const spanOf = ({ start_at: start, end_at: end }: StayCorrectionRow): Span => ({ start, end });

/** Stored corrections as the computation of a day takes them. */
export const toStayCorrections = (rows: readonly StayCorrectionRow[]): StayCorrection[] =>
  rows.map((row) => ({ kind: row.kind, ...spanOf(row) }));

/** What a person's own words are for a stay; only they see a name that is no geofence. */
export type Naming =
  { readonly place: { readonly id: string; readonly name: string } } | { readonly name: string };

/** Who looks at whose corrections. @remarks places: the geofences that the viewer sees of the person's families */
export interface Viewer {
  readonly isOwn: boolean;
  readonly places: readonly { readonly id: string; readonly name: string }[];
}

/** What the newest correction that the viewer may see says of the place of a stay; undefined without any. */
export function namingOf(
  rows: readonly StayCorrectionRow[],
  stay: Span,
  { isOwn, places }: Viewer,
): Naming | undefined {
  for (const row of rows.toReversed()) {
    if (row.kind !== 'name' || !isAbout(spanOf(row), stay)) continue;
    const place = places.find(({ id }) => id === row.geofence_id);
    if (place) return { place: { id: place.id, name: place.name } };
    if (row.name !== null && isOwn) return { name: row.name };
  }
  return undefined;
}

/**
 * The same for a stay that is the first of its day.
 * @param since when it began, if that was the day before: what was said of that part of it is about all of it
 */
export const namingSince = (
  rows: readonly StayCorrectionRow[],
  stay: Span,
  since: number | undefined,
  viewer: Viewer,
): Naming | undefined =>
  (since === undefined ? undefined : namingOf(rows, { start: since, end: stay.end }, viewer)) ??
  namingOf(rows, stay, viewer);

/** A correction as the viewer may see it. */
export const toCorrection = (row: StayCorrectionRow, { isOwn, places }: Viewer): Correction => ({
  id: row.id,
  start: new Date(row.start_at).toISOString(),
  end: new Date(row.end_at).toISOString(),
  kind: row.kind,
  placeId: places.find(({ id }) => id === row.geofence_id)?.id ?? null,
  name: isOwn ? row.name : null,
});
