import { distanceBetween } from '#shared/geo';
import { type FenceCircle, UNKNOWN_STATE, evaluateFix } from '#shared/geofences';
import { TRACK_NAMES, loadTrack, type Track, type TrackName, type TrackPoint } from '../support/tracks';

const RADIUS = 100;
/** What the receivers of the recordings are good for, in metres; the files do not say. */
const ACCURACY = 10;
const LONG_ENOUGH_MS = 5 * 60_000;

/** Runs of points within 100 m of their first one that last for 5 minutes. */
function stopsOf(track: Track): TrackPoint[][] {
  const stops: TrackPoint[][] = [];
  for (let from = 0; from < track.length;) {
    const stop = staysFrom(track.slice(from));
    const isStop = (stop.at(-1)?.offsetMs ?? 0) - (stop[0]?.offsetMs ?? 0) >= LONG_ENOUGH_MS;
    if (isStop) stops.push(stop);
    from += isStop ? stop.length : 1;
  }
  return stops;
}

/** The first points of a track, up to the one that is more than 100 m away. */
function staysFrom(track: Track): TrackPoint[] {
  const end = track.findIndex((point) => distanceBetween(track[0] ?? point, point) > 100);
  return track.slice(0, end < 0 ? track.length : end);
}

const mean = (numbers: number[]): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

function fenceOn(stop: readonly TrackPoint[]): FenceCircle {
  return {
    latitude: mean(stop.map(({ latitude }) => latitude)),
    longitude: mean(stop.map(({ longitude }) => longitude)),
    radius: RADIUS,
    revision: 1,
  };
}

/** What has happened on the track, with the points at which it did. */
function eventsOn(track: Track, fence: FenceCircle): [number, string][] {
  let state = UNKNOWN_STATE;
  return track.flatMap((point, index) => {
    const evaluated = evaluateFix(state, { ...point, accuracy: ACCURACY, at: point.offsetMs }, fence);
    state = evaluated.state;
    return evaluated.event === null ? [] : [[index, evaluated.event] as [number, string]];
  });
}

/** How often a track that is taken at its word comes within the radius. */
function visits(track: Track, fence: FenceCircle): [number, number][] {
  const inside = track.map((point) => distanceBetween(point, fence) <= RADIUS);
  return inside.flatMap((is, index): [number, number][] => {
    if (!is || inside[index - 1]) return [];
    const end = inside.indexOf(false, index);
    return [[index, end < 0 ? track.length : end]];
  });
}

const stops = TRACK_NAMES.flatMap((name) =>
  stopsOf(loadTrack(name)).map((stop, number): [TrackName, number, TrackPoint[]] => [name, number + 1, stop]),
);

it('given the recordings, then they have ten stops on the hike, three at the lake and none in the car', () => {
  expect(TRACK_NAMES.map((name) => stops.filter(([track]) => track === name).length)).toEqual([10, 3, 0]);
});

it.each(stops)(
  'given a geofence on the %s, stop %i, then each visit is one entry and one exit',
  (name, _number, stop) => {
    const track = loadTrack(name);
    const fence = fenceOn(stop);
    const events = eventsOn(track, fence);
    const expected = visits(track, fence).flatMap(([from, to]) => [
      ...(from === 0 ? [] : ['entered']),
      ...(to === track.length ? [] : ['exited']),
    ]);
    expect(events.map(([, event]) => event)).toEqual(expected);
  },
);

it('given geofences on every point of the drive, then entries and exits still alternate', () => {
  const drive = loadTrack('car');
  for (const point of drive) {
    const names = eventsOn(drive, { ...point, radius: RADIUS, revision: 1 }).map(([, event]) => event);
    expect(names.every((name, index) => name !== names[index - 1])).toBe(true);
  }
});
