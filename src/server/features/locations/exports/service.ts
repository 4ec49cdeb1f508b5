import type { PositionsFormat } from '#contract/imports';
import { addDays, dateInTimeZone, dayBefore, dayInTimeZone } from '#shared/days';
import type { TrackPoint } from '#shared/historyCodec';
import type { Clock } from '#server/clock';
import { eventLoopTurns } from '#server/eventLoopTurns';
import type { Visibility } from '#server/features/families/visibility';
import { downloadEnd, visiblePerson } from '../downloads';
import { pagesBetween } from '../fixPages';
import type { GeofenceRepository } from '#server/features/geofences/repository';
import type { LocationRepository } from '../repository';
import type { CorrectionRepository } from '../corrections/repository';
import { placesOf } from '../timeline/places';
import { FILE_FORMATS } from './fileFormats';
import { staysOf, type Wanted } from './stays';

export interface ExportService {
  /**
   * A person's positions and stays, as far as the viewer may see them, as a file.
   * @param days first and last day, YYYY-MM-DD; without them, all
   * @returns the content type, and the text in pieces, read from the database as it is sent
   */
  file(
    viewerId: string,
    personId: string,
    days: {
      format: PositionsFormat;
      from?: string | undefined;
      to?: string | undefined;
      timeZone: string;
    },
  ): Promise<{ type: string; text: AsyncIterable<string> }>;
}

export interface ExportDeps {
  locations: Pick<LocationRepository, 'between' | 'importsTouching'>;
  corrections: Pick<CorrectionRepository, 'touching'>;
  geofences: Pick<GeofenceRepository, 'listVisibleTo'>;
  visibility: Pick<Visibility, 'visibleTo' | 'familiesOf'>;
  clock: Clock;
}

/** Positions as files. */
export function exportService(deps: ExportDeps): ExportService {
  const { locations, corrections, visibility, clock } = deps;
  const nextTurn = eventLoopTurns();

  const fixes = (wanted: Wanted): AsyncIterable<readonly TrackPoint[]> => {
    const { start: from, viewer } = wanted;
    return pagesBetween(locations, nextTurn, { ...wanted, from, withBattery: viewer.isOwn });
  };

  return {
    async file(viewerId, personId, { format, from, to, timeZone }) {
      const { since, requireVisible } = await visiblePerson({ visibility, clock }, viewerId, personId);
      const last = to ?? addDays(dateInTimeZone(clock.now(), timeZone), 1);
      const start = Math.max(
        since,
        from === undefined ? Number.MIN_SAFE_INTEGER : dayInTimeZone(from, timeZone).start,
      );
      const end = downloadEnd(dayInTimeZone(last, timeZone).end, clock.now());
      const eve =
        from === undefined || start === since ? start : Math.max(since, dayBefore(start, timeZone).start);
      const imports = await locations.importsTouching(personId, viewerId !== personId, { start: eve, end });
      const viewer = { isOwn: viewerId === personId, places: await placesOf(deps, viewerId, personId) };
      const importIds = imports.map(({ id }) => id);
      const wanted = { personId, importIds, viewer, timeZone, start, end, eve, requireVisible };
      const { type, write } = FILE_FORMATS[format];
      return {
        type,
        text: write({ stays: staysOf({ locations, corrections, nextTurn }, wanted), fixes: fixes(wanted) }),
      };
    },
  };
}
