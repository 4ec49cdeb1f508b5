import type { StayCorrectionRow } from '#server/db/schema';
import type { Clock } from '#server/clock';
import type { Visibility } from '#server/features/families/visibility';
import type { GeofenceRepository } from '#server/features/geofences/repository';
import type { CorrectionRepository } from '../corrections/repository';
import type { ImportSpan, LocationRepository } from '../repository';
import type { ComputedDay } from './computeDay';
import type { DayTotalsRepository } from './repository';

/** What writers of totals and corrections use in one transaction. */
export interface TimelineStores {
  readonly corrections: CorrectionRepository;
  readonly dayTotals: DayTotalsRepository;
}

export interface TimelineDeps {
  locations: Pick<LocationRepository, 'between' | 'importsTouching' | 'latestOf' | 'latestSince'>;
  corrections: Pick<CorrectionRepository, 'touching'>;
  geofences: Pick<GeofenceRepository, 'listVisibleTo'>;
  visibility: Visibility;
  totals: DayTotalsRepository;
  /** Runs the work on repositories inside one transaction. */
  inTransaction<Result>(work: (stores: TimelineStores) => Promise<Result>): Promise<Result>;
  /** Users who sent late fixes: kept totals of their past days may have been dropped. */
  lateUsers: Set<string>;
  clock: Clock;
  retentionDays: number;
}

/** Epoch milliseconds. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What belongs to a person's days besides their positions. */
export interface DayData {
  /** As far as the viewer may see them. */
  readonly imports: readonly ImportSpan[];
  readonly corrections: readonly StayCorrectionRow[];
}

/** Computes a day. Returns also the corrections that were applied. */
export type ComputeDay = (
  personId: string,
  data: DayData,
  span: Span,
) => Promise<ComputedDay & { readonly corrections: readonly StayCorrectionRow[] }>;

export async function loadDayData(
  { locations, corrections }: Pick<TimelineDeps, 'locations' | 'corrections'>,
  viewerId: string,
  personId: string,
  span: Span,
): Promise<DayData> {
  const { start, end } = span;
  return {
    imports: await locations.importsTouching(personId, viewerId !== personId, span),
    corrections: await corrections.touching(personId, start, end),
  };
}

/**
 * Whether there are imported positions in a day. Asks the database, because an import that spans years may have positions
 * of a few days only.
 * @param data the data of a span that includes the day
 */
export async function hasImportedPositions(
  { locations }: Pick<TimelineDeps, 'locations'>,
  viewerId: string,
  personId: string,
  data: DayData,
  day: Span,
): Promise<boolean> {
  if (dataInSpan(data, day).imports.length === 0) return false;
  return (await locations.importsTouching(personId, viewerId !== personId, day)).length > 0;
}

/** The part of the data that overlaps a span. */
export const dataInSpan = ({ imports, corrections }: DayData, { start, end }: Span): DayData => ({
  imports: imports.filter(({ first, last }) => first < end && last >= start),
  corrections: corrections.filter(({ start_at, end_at }) => start_at < end && end_at >= start),
});

const DAY_MS = 24 * 3_600_000;

/** Days that begin before this may lose positions at any time. */
export const retentionStart = ({
  clock,
  retentionDays,
}: Pick<TimelineDeps, 'clock' | 'retentionDays'>): number => clock.now() - (retentionDays - 1) * DAY_MS;
