import * as fc from 'fast-check';
import { fenceGrid } from '#server/features/geofences/fenceGrid';
import { surelyApart } from '#shared/geo';

const place = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});
const fence = fc.tuple(place, fc.integer({ min: 50, max: 1_000 })).map(([at, radius]) => ({ ...at, radius }));
/** Metres to degrees, roughly: what is near is what matters. */
const step = fc.double({ min: -0.03, max: 0.03, noNaN: true });

const wrapped = (longitude: number): number => ((((longitude + 180) % 360) + 360) % 360) - 180;

it('given geofences anywhere and a fix near one, then all are found that the fix is not surely outside of', () => {
  fc.assert(
    fc.property(fc.array(fence, { minLength: 1, maxLength: 20 }), step, step, (fences, north, east) => {
      const [first] = fences;
      if (!first) return;
      const fix = {
        latitude: Math.max(-90, Math.min(90, first.latitude + north)),
        longitude: wrapped(first.longitude + east),
      };
      const near = fenceGrid(fences).near(fix);
      for (const one of fences) expect(near.includes(one) || surelyApart(one, fix, one.radius)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

it('given so many geofences in one neighbourhood that their boxes are looked at, then none that matters is left out', () => {
  const offset = fc.tuple(step, step, fc.integer({ min: 50, max: 1_000 }));
  const middle = fc.record({
    latitude: fc.constantFrom(0, 46, 80, 89.99, -89.99),
    longitude: fc.constantFrom(14, 180, -180),
  });
  fc.assert(
    fc.property(
      middle,
      fc.array(offset, { minLength: 40, maxLength: 60 }),
      step,
      step,
      (at, offsets, north, east) => {
        const near = (northward: number, eastward: number) => ({
          latitude: Math.max(-90, Math.min(90, at.latitude + northward / 3)),
          longitude: wrapped(at.longitude + eastward / 3),
        });
        const fences = offsets.map(([up, right, radius]) => ({ ...near(up, right), radius }));
        const fix = near(north, east);
        const found = fenceGrid(fences).near(fix);
        for (const one of fences) expect(found.includes(one) || surelyApart(one, fix, one.radius)).toBe(true);
      },
    ),
  );
});

it('given a town of geofences, then a fix looks at few of them', () => {
  const fences = Array.from({ length: 10_000 }, (_, index) => ({
    latitude: 46 + (index % 100) / 500,
    longitude: 14 + Math.floor(index / 100) / 500,
    radius: 100,
  }));
  expect(fenceGrid(fences).near({ latitude: 46.1, longitude: 14.1 }).length).toBeLessThan(50);
});
