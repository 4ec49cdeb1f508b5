import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { STAY_FROM_MS, STOP_RADIUS_M } from '#contract/limits';
import { groupBy } from '#server/groupBy';
import { buildTimeline } from '#shared/timeline';
import { runToEnd } from '#shared/timeSlicing';
import { buildTrack } from '#shared/track';
import { columnsOf, commute, simulateDay } from '../support/simulatedDay';
import { loadTrack, readGpx, TRACK_NAMES } from '../support/tracks';
import type { Bench, Case, Figures } from './frame/bench';
import { generateDays, type GeneratedReceiver } from './support/generatedDays';
import {
  type Fix,
  overlap,
  referenceDistance,
  type ReferenceRules,
  referenceStays,
  runningMedian,
  haversine,
  type Span,
  stayedSilences,
} from './support/historyReference';

/** Days to compare, each with its fixes in time order. */
type Days = readonly (readonly Fix[])[];

const GOALS: Figures = {
  leftOut: 2,
  leftOutTrue: 0,
  missed: 2.5,
  split: 3,
  invented: 2,
  silences: 95,
  distance: 10,
};
/** The product's own rule, and the one that Li et al. measured with. */
const RULES: readonly ReferenceRules[] = [
  { metres: STOP_RADIUS_M, minutes: STAY_FROM_MS / 60_000 },
  { metres: 200, minutes: 20 },
];
/** Receivers that no threshold was chosen with. */
const GENERATED: Readonly<Record<string, GeneratedReceiver>> = {
  '4 m of noise, a fix in 3 s': {
    seed: 7,
    days: 10,
    noise: 4,
    memory: 20,
    interval: 3,
    spikes: 0.0002,
    silence: 0.0005,
  },
  '8 m of noise, a fix in 15 s': {
    seed: 8,
    days: 20,
    noise: 8,
    memory: 60,
    interval: 15,
    spikes: 0.0005,
    silence: 0.004,
  },
  '12 m of noise, a fix in 60 s': {
    seed: 9,
    days: 20,
    noise: 12,
    memory: 120,
    interval: 60,
    spikes: 0.001,
    silence: 0.01,
  },
  'a fix in 5 min': {
    seed: 10,
    days: 30,
    noise: 15,
    memory: 120,
    interval: 300,
    spikes: 0.001,
    silence: 0.02,
  },
  'between high houses, a fix in 5 s': {
    seed: 11,
    days: 10,
    noise: 10,
    memory: 40,
    interval: 5,
    spikes: 0.0005,
    silence: 0.001,
    reflections: 0.004,
  },
  'by train, with tunnels, a fix in 10 s': {
    seed: 12,
    days: 20,
    noise: 8,
    memory: 60,
    interval: 10,
    spikes: 0.0005,
    silence: 0.002,
    tunnels: 0.01,
    speeds: [38, 55, 80],
    reach: 90_000,
  },
};
const HOUR = 3_600_000;
/** A fix this near to the running median of its neighbours is a true one. */
const TRUE_FIX_M = 100;

function measureDay(fixes: readonly Fix[], rules: ReferenceRules) {
  const track = buildTrack(columnsOf(fixes.map((fix) => ({ ...fix, accuracy: null }))));
  const { entries, distance } = runToEnd(buildTimeline(track));
  const ours = entries.filter(({ kind }) => kind === 'stay');
  const theirs = referenceStays(fixes, rules);
  const long = ours.filter((stay) => lengthOf(stay) >= rules.minutes * 60_000);
  const silences = stayedSilences(fixes);
  const median = runningMedian(fixes, 5, 5 * 60_000);
  return {
    fixes: fixes.length,
    leftOut: track.outliers.length,
    leftOutTrue: [...track.outliers].filter((index) => {
      const [fix, smooth] = [fixes[index], median[index]];
      return fix && smooth && fix !== smooth && haversine(fix, smooth) < TRUE_FIX_M;
    }).length,
    stayed: sum(theirs.map(lengthOf)),
    ourStayed: sum(long.map(lengthOf)),
    missed: sum(theirs.filter((stay) => covered(stay, ours) < lengthOf(stay) / 2).map(lengthOf)),
    invented: sum(long.filter((stay) => covered(stay, theirs) < lengthOf(stay) / 2).map(lengthOf)),
    stays: theirs.length,
    split: theirs.filter((stay) => ours.filter((each) => overlap(stay, each) > lengthOf(each) / 2).length > 1)
      .length,
    silences: silences.length,
    silencesInside: silences.filter((silence) =>
      ours.some((stay) => overlap(silence, stay) === lengthOf(silence)),
    ).length,
    distance,
    referenceDistance: referenceDistance(fixes, theirs),
  };
}
type DayResult = ReturnType<typeof measureDay>;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const lengthOf = ({ start, end }: Span): number => end - start;
const covered = (span: Span, by: readonly Span[]): number => sum(by.map((each) => overlap(span, each)));

function summarise(results: readonly DayResult[], rules: ReferenceRules): Figures {
  const total = (key: keyof DayResult): number => sum(results.map((result) => result[key]));
  const percent = (part: keyof DayResult, whole: keyof DayResult) => (100 * total(part)) / total(whole);
  return {
    days: results.length,
    stayed: total('stayed') / HOUR,
    leftOut: (1_000 * total('leftOut')) / total('fixes'),
    leftOutTrue: total('leftOutTrue'),
    missed: percent('missed', 'stayed'),
    split: percent('split', 'stays'),
    invented: percent('invented', 'ourStayed'),
    silences: percent('silencesInside', 'silences'),
    // The rule of 200 m takes so much from both ends of every trip.
    distance:
      rules.metres > STOP_RADIUS_M ? Number.NaN : Math.abs(percent('distance', 'referenceDistance') - 100),
  };
}

function createCase(title: string, days: Days, rules: ReferenceRules): Case {
  return {
    title: `${title}; ${rules.metres} m, ${rules.minutes} min`,
    product: {
      name: 'Kinmap',
      measure: () =>
        summarise(
          days.map((fixes) => measureDay(fixes, rules)),
          rules,
        ),
    },
    references: [{ name: 'goal', measure: () => GOALS }],
  };
}

/** The days of a recording, by the hours of the sun where it was taken. */
function cutIntoDays(fixes: readonly Fix[]): Days {
  const zone = Math.round((fixes[0]?.longitude ?? 0) / 15) * HOUR;
  const distinct = fixes.filter(({ at }, index) => at !== fixes[index - 1]?.at);
  return [...groupBy(distinct, ({ at }) => String(Math.floor((at + zone) / (24 * HOUR)))).values()];
}

function readRecording(path: string): Fix[] {
  const bytes = readFileSync(path);
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
  if (path.endsWith('.gpx'))
    return readGpx(text).map(({ offsetMs, ...place }) => ({ ...place, at: offsetMs }));
  return text
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const [latitude, longitude, time] = line.trim().split(',');
      return time ? [{ latitude: Number(latitude), longitude: Number(longitude), at: Date.parse(time) }] : [];
    })
    .toSorted((a, b) => a.at - b.at);
}

function recordings(): { title: string; days: Days }[] {
  const folder = process.env.RECORDINGS;
  if (!folder) {
    process.stdout.write('Without RECORDINGS=FOLDER, the recordings that may not be copied are left out.\n');
    return [];
  }
  const names = readdirSync(folder).filter((name) => /\.(csv|csv\.gz|gpx)$/u.test(name));
  return names.flatMap((name) => {
    const days = cutIntoDays(readRecording(join(folder, name)));
    // Thresholds may have been chosen on the first half; the second one shows whether they hold.
    const half = Math.ceil(days.length / 2);
    const parts = [
      { title: `${name}, first half`, days: days.slice(0, half) },
      { title: `${name}, second half`, days: days.slice(half) },
    ];
    return days.length > 1 ? parts : [{ title: name, days }];
  });
}

const tracks = TRACK_NAMES.map((name) =>
  loadTrack(name).map(({ offsetMs, ...place }): Fix => ({ ...place, at: offsetMs })),
);

export const bench: Bench = {
  title: 'Stays, trips and distance of recorded days',
  about:
    'The timeline of recorded days against an independent reference: stay points after Li et al. 2008 on a running median, by two rules. A stay is missed or invented when less than half of it is in the other; left-out fixes within 100 m of the running median are true. `RECORDINGS=FOLDER` adds every CSV (latitude, longitude, time) and GPX file of a folder; thresholds were chosen on first halves only.',
  figures: {
    days: { title: 'days' },
    stayed: { title: 'hours of stays' },
    leftOut: { title: 'fixes left out, ‰' },
    leftOutTrue: { title: 'true ones of them' },
    missed: { title: 'hours missed, %' },
    split: { title: 'stays split, %' },
    invented: { title: 'hours invented, %' },
    silences: { title: 'silences within 250 m in a stay, %' },
    distance: { title: 'distance off, %' },
  },
  runs: 1,
  cases: () =>
    [
      { title: 'hike, lake and drive', days: tracks },
      {
        title: 'a simulated day, a fix in 5 s with 2.8 m of noise',
        days: [simulateDay(commute(1.3), { noise: 2.8, memory: 10, interval: 5 }).fixes],
      },
      ...Object.entries(GENERATED).map(([title, receiver]) => ({
        title: `generated, ${title}`,
        days: generateDays(receiver),
      })),
      ...recordings(),
    ].flatMap(({ title, days }) => RULES.map((rules) => createCase(title, days, rules))),
};
