import type { Timeline } from '#contract/timeline';
import { dayOf } from '#client/features/locations/history/day';
import { stopDots } from '#client/features/locations/history/stopDots';
import { packFixes } from '#shared/historyCodec';
import { NOW } from '../../support/fakeServices';

const MINUTE = 60_000;
const fix = (minutes: number, latitude = 45) => ({
  at: NOW + minutes * MINUTE,
  latitude,
  longitude: 13,
  accuracy: 8,
});
const day = (...fixes: ReturnType<typeof fix>[]) => dayOf([packFixes(fixes)]);
const isoAt = (minutes: number) => new Date(NOW + minutes * MINUTE).toISOString();
const timeline = (...entries: Timeline['entries']) => ({ entries }) as Timeline;

it('given a day with one position, then the map has it, although the timeline has no stay', () => {
  const dots = stopDots(day(fix(0)), timeline());
  expect(dots).toEqual([{ latitude: 45, longitude: 13, index: 0, raised: true, kind: 'stop' }]);
});

it('given a timeline, then the map has its stays alone', () => {
  const stay = { kind: 'stay', start: isoAt(0), end: isoAt(20), latitude: 45, longitude: 13 } as const;
  const dots = stopDots(
    day(fix(0), fix(20), fix(25, 45.1)),
    timeline({ ...stay, place: null, noSignalSeconds: 0 }),
  );
  expect(dots).toEqual([{ latitude: 45, longitude: 13, index: 0, raised: true, kind: 'entry' }]);
});

it('given a way without a stay, then its line needs no dots', () => {
  expect(stopDots(day(fix(0), fix(5, 45.1), fix(10, 45.2)), timeline())).toEqual([]);
});

it('given the list of all stops, then the map has them', () => {
  expect(stopDots(day(fix(0), fix(5, 45.1)), null).map(({ raised }) => raised)).toEqual([false, false]);
});
