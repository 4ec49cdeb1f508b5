import { dateInTimeZone, dayBefore, dayInTimeZone } from '#shared/days';
import type { Stay as TimelineStay } from '#shared/stays';
import type { DayTimeline } from '#shared/timeline';
import type { StayCorrectionRow } from '#server/db/schema';
import { type Naming, namingSince, toStayCorrections, type Viewer } from '../corrections/naming';
import type { CorrectionRepository } from '../corrections/repository';
import { pagesBetween } from '../fixPages';
import type { LocationRepository } from '../repository';
import { firstStay, lastStay, startedBefore } from '../timeline/acrossMidnight';
import { computeDay } from '../timeline/computeDay';
import type { Stay } from './fileFormats';

/** Whose positions are written, and which of them. */
export interface Wanted {
  readonly personId: string;
  readonly importIds: readonly string[];
  readonly viewer: Viewer;
  readonly timeZone: string;
  readonly start: number;
  readonly end: number;
  /** From when on the stays of the day before say what the first night is called; `start` without such a day. */
  readonly eve: number;
  /** @throws when the viewer may not see the person any more */
  requireVisible(): Promise<void>;
}

interface StayDeps {
  readonly locations: Pick<LocationRepository, 'between'>;
  readonly corrections: Pick<CorrectionRepository, 'touching'>;
  /** Waited for before each piece of work, so that other requests run. */
  nextTurn(): Promise<void>;
}

/** The stays of a person with their names, computed day by day. */
export async function* staysOf(deps: StayDeps, wanted: Wanted): AsyncGenerator<Stay> {
  const { personId, timeZone, viewer } = wanted;
  let evening = await eveningBefore(deps, wanted);
  for (let start = await firstFrom(deps, wanted, wanted.start); start !== undefined;) {
    await wanted.requireVisible();
    const day = dayInTimeZone(dateInTimeZone(start, timeZone), timeZone);
    const [from, end] = [Math.max(day.start, wanted.start), Math.min(day.end, wanted.end)];
    if (evening && evening.end < dayBefore(day.start, timeZone).start) evening = null;
    const corrected = await deps.corrections.touching(personId, evening?.start ?? from, end);
    const timeline = await timelineBetween(deps, wanted, { from, end, corrected });
    const morning = firstStay(timeline);
    for (const entry of timeline.entries) {
      if (entry.kind !== 'stay') continue;
      const since = entry === morning ? startedBefore(entry, evening) : undefined;
      yield { ...entry, name: nameOf(namingSince(corrected, entry, since, viewer)) };
    }
    evening = lastStay(timeline);
    start = await firstFrom(deps, wanted, day.end);
  }
}

/** The stay with which the day before the first one ends. */
async function eveningBefore(deps: StayDeps, wanted: Wanted): Promise<TimelineStay | null> {
  const { personId, eve: from, start: end } = wanted;
  if (from === end) return null;
  const corrected = await deps.corrections.touching(personId, from, end);
  return lastStay(await timelineBetween(deps, wanted, { from, end, corrected }));
}

async function timelineBetween(
  { locations, nextTurn }: StayDeps,
  { personId, importIds }: Wanted,
  { from, end, corrected }: { from: number; end: number; corrected: readonly StayCorrectionRow[] },
): Promise<DayTimeline> {
  const pages = pagesBetween(locations, nextTurn, { personId, importIds, from, end });
  return (await computeDay(pages, nextTurn, toStayCorrections(corrected))).timeline;
}

/** The first moment from another on with a fix. */
async function firstFrom(
  { locations }: StayDeps,
  { personId, importIds, end }: Wanted,
  start: number,
): Promise<number | undefined> {
  const [first] = await locations.between(personId, importIds, { start, end, limit: 1 });
  return first?.at;
}

const nameOf = (naming: Naming | undefined): string | null =>
  naming ? ('place' in naming ? naming.place.name : naming.name) : null;
