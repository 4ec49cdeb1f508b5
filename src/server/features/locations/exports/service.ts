import type { PositionsFormat } from '#contract/imports';
import { addDays, dateInTimeZone, dayInTimeZone } from '#shared/days';
import type { TrackPoint } from '#shared/historyCodec';
import type { Clock } from '#server/clock';
import { eventLoopTurns } from '#server/eventLoopTurns';
import type { Visibility } from '#server/features/families/visibility';
import { downloadEnd, visiblePerson } from '../downloads';
import { pagesBetween } from '../fixPages';
import type { GeofenceRepository } from '#server/features/geofences/repository';
import type { LocationRepository } from '../repository';
import { type Naming, namingOf, toStayCorrections, type Viewer } from '../corrections/naming';
import type { CorrectionRepository } from '../corrections/repository';
import { computeDay } from '../timeline/computeDay';
import { placesOf } from '../timeline/places';
import { FILE_FORMATS, type Stay } from './fileFormats';

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

/** Whose positions are written, and which of them. */
interface Wanted {
  readonly personId: string;
  readonly importIds: readonly string[];
  readonly viewer: Viewer;
  readonly timeZone: string;
  readonly start: number;
  readonly end: number;
  /** @throws when the viewer may not see the person any more */
  requireVisible(): Promise<void>;
}

/** Positions as files. */
export function exportService(deps: ExportDeps): ExportService {
  const { locations, corrections, visibility, clock } = deps;
  const nextTurn = eventLoopTurns();

  async function* stays(wanted: Wanted): AsyncGenerator<Stay> {
    const { personId, importIds, timeZone } = wanted;
    for (let start = await firstFrom(wanted, wanted.start); start !== undefined;) {
      await wanted.requireVisible();
      const day = dayInTimeZone(dateInTimeZone(start, timeZone), timeZone);
      const [from, end] = [Math.max(day.start, wanted.start), Math.min(day.end, wanted.end)];
      const pages = pagesBetween(locations, nextTurn, { personId, importIds, from, end });
      const corrected = await corrections.touching(personId, from, end);
      const { timeline } = await computeDay(pages, nextTurn, toStayCorrections(corrected));
      for (const entry of timeline.entries)
        if (entry.kind === 'stay')
          yield { ...entry, name: nameOf(namingOf(corrected, entry, wanted.viewer)) };
      start = await firstFrom(wanted, day.end);
    }
  }

  /** The first moment from another on with a fix. */
  async function firstFrom({ personId, importIds, end }: Wanted, start: number): Promise<number | undefined> {
    const [first] = await locations.between(personId, importIds, { start, end, limit: 1 });
    return first?.at;
  }

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
      const imports = await locations.importsTouching(personId, viewerId !== personId, { start, end });
      const viewer = { isOwn: viewerId === personId, places: await placesOf(deps, viewerId, personId) };
      const importIds = imports.map(({ id }) => id);
      const wanted = { personId, importIds, viewer, timeZone, start, end, requireVisible };
      const { type, write } = FILE_FORMATS[format];
      return { type, text: write({ stays: stays(wanted), fixes: fixes(wanted) }) };
    },
  };
}

const nameOf = (naming: Naming | undefined): string | null =>
  naming ? ('place' in naming ? naming.place.name : naming.name) : null;
