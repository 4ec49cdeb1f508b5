/*
 * An independent reference for stays and distances, written from the literature and for clarity, not for speed. It shares
 * no code with the product.
 *
 * Stay points: Li et al., "Mining user similarity based on location history" (ACM GIS 2008), on positions after a running
 * median (Tukey, "Exploratory Data Analysis", 1977), which single wrong fixes do not move. A silence whose ends are close to
 * each other is a stay; stays close to each other in place and time are one.
 */

export interface Fix {
  readonly at: number;
  readonly latitude: number;
  readonly longitude: number;
}

/** From `start` to `end`, epoch milliseconds. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

interface ReferenceStay extends Span {
  readonly latitude: number;
  readonly longitude: number;
}

export interface ReferenceRules {
  /** Largest distance from the first point of a stay, and its least length. */
  readonly metres: number;
  readonly minutes: number;
}

const MINUTE = 60_000;
const SILENCE = { minutes: 30, metres: 250 };
const MERGE = { minutes: 30, metres: 150 };
/** Neighbours on either side that the running median takes, as far as they are at most this far away in time. */
const MEDIAN_NEIGHBOURS = 2;
const MEDIAN_MS = MINUTE;

export function haversine(a: Omit<Fix, 'at'>, b: Omit<Fix, 'at'>): number {
  const rad = (degrees: number): number => (degrees / 180) * Math.PI;
  const h =
    Math.sin(rad(b.latitude - a.latitude) / 2) ** 2 +
    Math.cos(rad(a.latitude)) * Math.cos(rad(b.latitude)) * Math.sin(rad(b.longitude - a.longitude) / 2) ** 2;
  return 2 * 6_371_000 * Math.asin(Math.min(1, Math.sqrt(h)));
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

export function runningMedian(
  fixes: readonly Fix[],
  neighbours = MEDIAN_NEIGHBOURS,
  withinMs = MEDIAN_MS,
): Fix[] {
  return fixes.map((fix, index) => {
    const around = fixes
      .slice(Math.max(0, index - neighbours), index + neighbours + 1)
      .filter(({ at }) => Math.abs(at - fix.at) <= withinMs);
    // An even number of neighbours would let one side win.
    if (around.length < 3 || around.length % 2 === 0) return fix;
    return {
      at: fix.at,
      latitude: median(around.map(({ latitude }) => latitude)),
      longitude: median(around.map(({ longitude }) => longitude)),
    };
  });
}

/** Silences of more than half an hour that end within 250 m of where they began. */
export function stayedSilences(fixes: readonly Fix[]): Span[] {
  return fixes.slice(1).flatMap((fix, index) => {
    const before = fixes[index];
    const isStayed =
      before !== undefined &&
      fix.at - before.at > SILENCE.minutes * MINUTE &&
      haversine(before, fix) <= SILENCE.metres;
    return isStayed ? [{ start: before.at, end: fix.at }] : [];
  });
}

function pointsAsStay(points: readonly Fix[]): ReferenceStay {
  const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
  return {
    start: points[0]?.at ?? 0,
    end: points.at(-1)?.at ?? 0,
    latitude: mean(points.map(({ latitude }) => latitude)),
    longitude: mean(points.map(({ longitude }) => longitude)),
  };
}

/** Li et al. 2008, as published, except that a stay ends with its last point and not with the first one outside. */
function stayPoints(fixes: readonly Fix[], { metres, minutes }: ReferenceRules): ReferenceStay[] {
  const stays: ReferenceStay[] = [];
  let i = 0;
  while (i < fixes.length) {
    const outside = fixes.findIndex((fix, index) => index > i && haversine(fixes[i] ?? fix, fix) > metres);
    const j = outside < 0 ? fixes.length : outside;
    const points = fixes.slice(i, j);
    if ((points.at(-1)?.at ?? 0) - (points[0]?.at ?? 0) >= minutes * MINUTE) {
      stays.push(pointsAsStay(points));
      i = j;
    } else i += 1;
  }
  return stays;
}

export function referenceStays(fixes: readonly Fix[], rules: ReferenceRules): ReferenceStay[] {
  const smooth = runningMedian(fixes);
  const silences = stayedSilences(smooth).map(({ start, end }) =>
    pointsAsStay(smooth.filter(({ at }) => at === start || at === end)),
  );
  const all = [...stayPoints(smooth, rules), ...silences].toSorted((a, b) => a.start - b.start);
  const merged: ReferenceStay[] = [];
  for (const stay of all) {
    const before = merged.at(-1);
    const overlaps = before && stay.start <= before.end;
    const isSame =
      before && stay.start - before.end <= MERGE.minutes * MINUTE && haversine(before, stay) <= MERGE.metres;
    if (before && (overlaps || isSame)) {
      const points = smooth.filter(({ at }) => at >= before.start && at <= Math.max(before.end, stay.end));
      merged[merged.length - 1] = pointsAsStay(points);
    } else merged.push(stay);
  }
  return merged;
}

/** Metres along the running median outside the stays, without silences, counted whenever 20 m have come together. */
export function referenceDistance(fixes: readonly Fix[], stays: readonly Span[]): number {
  // The median of three takes single impossible fixes away, which are alone in 10 s where there is a fix in 15 s.
  const smooth = runningMedian(runningMedian(fixes, 1, 2 * MINUTE), 4, 10_000);
  let distance = 0;
  let from: Fix | undefined;
  let before: Fix | undefined;
  for (const fix of smooth) {
    const isStaying = stays.some(({ start, end }) => fix.at > start && fix.at < end);
    const isSilent = before !== undefined && fix.at - before.at > SILENCE.minutes * MINUTE;
    if (isStaying || isSilent || !from) from = fix;
    else if (haversine(from, fix) >= 20) {
      distance += haversine(from, fix);
      from = fix;
    }
    before = fix;
  }
  return distance;
}

export const overlap = (a: Span, b: Span): number =>
  Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start));
