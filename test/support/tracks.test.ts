import { speedUp, loadTrack, readGpx, TRACK_NAMES } from './tracks';

function gpx(...points: string[]): string {
  return `<gpx><wpt lat="1" lon="1"><time>2001-01-01T00:00:00Z</time></wpt><trk><trkseg>${points.join('\n')}</trkseg></trk></gpx>`;
}

describe('reading a recorded track', () => {
  it('given points with times, then each is where and how long after the first it was', () => {
    const text = gpx(
      '<trkpt lat="45.5" lon="13.25"><ele>3</ele><time>2020-12-18T06:15:50Z</time></trkpt>',
      '<trkpt lon="-13.5" lat="-45"><time>2020-12-18T06:16:00.500Z</time></trkpt>',
    );
    expect(readGpx(text)).toEqual([
      { latitude: 45.5, longitude: 13.25, offsetMs: 0 },
      { latitude: -45, longitude: -13.5, offsetMs: 10_500 },
    ]);
  });

  it('given a point without a time, then it is left out', () => {
    const text = gpx(
      '<trkpt lat="1" lon="2"><ele>1</ele></trkpt>',
      '<trkpt lat="3" lon="4"><time>2020-01-01T00:00:00Z</time></trkpt>',
    );
    expect(readGpx(text)).toEqual([{ latitude: 3, longitude: 4, offsetMs: 0 }]);
  });

  it.each([
    ['no timed point', gpx('<trkpt lat="1" lon="2"></trkpt>')],
    ['a time that is none', gpx('<trkpt lat="1" lon="2"><time>noon</time></trkpt>')],
    ['a missing longitude', gpx('<trkpt lat="1"><time>2020-01-01T00:00:00Z</time></trkpt>')],
    ['a latitude beyond the pole', gpx('<trkpt lat="91" lon="2"><time>2020-01-01T00:00:00Z</time></trkpt>')],
  ])('given %s, then it says so', (_, text) => {
    expect(() => readGpx(text)).toThrow(/track/iu);
  });

  it.each([
    ['hike', 513, 223],
    ['lake', 296, 120],
    ['car', 104, 9],
  ] as const)('given the %s, then all its %i timed points are there', (name, points, minutes) => {
    const track = loadTrack(name);
    expect(track).toHaveLength(points);
    expect(Math.round((track.at(-1)?.offsetMs ?? 0) / 60_000)).toBe(minutes);
  });

  it.each(TRACK_NAMES)('given the %s, then time never runs backwards', (name) => {
    const offsets = loadTrack(name).map(({ offsetMs }) => offsetMs);
    expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
  });
});

describe('compressing a track', () => {
  const track = [
    { latitude: 1, longitude: 2, offsetMs: 0 },
    { latitude: 3, longitude: 4, offsetMs: 9_000 },
  ];

  it('given a factor, then the intervals shrink and the places stay', () => {
    expect(speedUp(track, 10)).toEqual([track[0], { latitude: 3, longitude: 4, offsetMs: 900 }]);
  });

  it.each([[0], [-1], [Number.NaN]])('given the factor %p, then it is refused', (factor) => {
    expect(() => speedUp(track, factor)).toThrow(RangeError);
  });
});
