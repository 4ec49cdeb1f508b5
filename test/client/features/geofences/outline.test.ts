import {
  geofenceSubmitted,
  draftChanged,
  editGeofenceOpened,
  newGeofenceOpened,
} from '#client/features/geofences/slice';
import {
  cornerAt,
  cornerBetweenEnds,
  outlineText,
  squareAround,
  withCorner,
  withMovedCorner,
  withoutCorner,
} from '#client/features/geofences/outline';
import { selectGeofenceForm } from '#client/features/geofences/selectors';
import { ringPolygon } from '#client/map/polygons';
import type { Polygon } from '#contract/geofences';
import { GEOFENCE_RADIUS_MAX_M } from '#contract/limits';
import { coveringCircle } from '#shared/polygons';
import { createGeofence } from '../../support/builders';
import { flushPromises } from '../../support/fakeServices';
import { signedInStore } from '../../support/signedInStore';

const PLACE = { latitude: 46.05, longitude: 14.5 };
const SQUARE = squareAround(PLACE, 100);

describe('the outline of a place', () => {
  it('given a place and a radius, then a square begins with the circle in it', () => {
    const { radius, ...center } = coveringCircle(SQUARE);
    expect(center.latitude).toBeCloseTo(46.05, 5);
    expect(center.longitude).toBeCloseTo(14.5, 5);
    expect(Math.abs(radius - 142)).toBeLessThan(2);
    expect(squareAround({ latitude: 0, longitude: 180 }, 100).map(([longitude]) => longitude < 0)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it.each([0, 46.05, -70, 89])(
    'given the largest radius at latitude %d, then a square begins that is small enough for a place',
    (latitude) => {
      const { radius } = coveringCircle(squareAround({ latitude, longitude: 14.5 }, GEOFENCE_RADIUS_MAX_M));
      expect(radius).toBeLessThanOrEqual(GEOFENCE_RADIUS_MAX_M);
      expect(radius).toBeGreaterThan(GEOFENCE_RADIUS_MAX_M - 5);
    },
  );

  it('given corners, then one can be added up to a hundred, moved, and removed', () => {
    const corner = cornerAt(46.0512345678, 194.5);
    expect(corner).toEqual([-165.5, 46.051235]);
    expect(withCorner(SQUARE, corner)).toHaveLength(5);
    const many = Array.from({ length: 100 }, (_, index): Polygon[number] => [14 + index / 1_000, 46]);
    expect(withCorner(many, corner)).toBe(many);
    expect(withMovedCorner(SQUARE, 1, corner)[1]).toBe(corner);
    expect(withoutCorner(SQUARE, 1)).toEqual([SQUARE[0], SQUARE[2], SQUARE[3]]);
    expect(cornerBetweenEnds(SQUARE)?.[1]).toBeCloseTo(46.05, 5);
    expect(cornerBetweenEnds([])).toBeNull();
  });

  it.each([
    [SQUARE.slice(0, 2), /at least 3\. So far: 2/u],
    [SQUARE, '4 corners'],
    [[SQUARE[0], SQUARE[2], SQUARE[1], SQUARE[3]] as Polygon, /cross/u],
    [[...SQUARE.slice(0, 3), cornerAt(46.07, 14.5)], /at most 2 km/u],
  ])('given corners %j, then the text says what is to be done', (corners, text) => {
    expect(outlineText(corners)).toMatch(text);
  });

  it('given corners on both sides of the date line, then the map draws them in one piece', () => {
    const ring =
      ringPolygon(squareAround({ latitude: 0, longitude: 180 }, 100)).geometry.coordinates[0] ?? [];
    expect(ring).toHaveLength(5);
    expect(ring.every(([longitude = 0]) => longitude > 179.9 && longitude < 180.1)).toBe(true);
  });
});

describe('saving an outline', () => {
  const bodies = ({ fake }: Awaited<ReturnType<typeof signedInStore>>) =>
    fake.recorded.calls.flatMap(({ path, input }) =>
      path.startsWith('/api/geofences') && input.body ? [input.body] : [],
    );

  it('given a new polygon, then it is sent with the place; a circle is sent without it', async () => {
    const all = await signedInStore(({ answers }) => {
      answers['POST /api/geofences'] = () => createGeofence('g1', { polygon: SQUARE });
    });
    for (const corners of [SQUARE, null]) {
      all.store.dispatch(newGeofenceOpened());
      all.store.dispatch(draftChanged({ name: 'Yard', latitude: '46.05', longitude: '14.5', corners }));
      all.store.dispatch(geofenceSubmitted());
      await flushPromises();
    }
    expect(bodies(all)).toEqual([
      expect.objectContaining({ latitude: 46.05, polygon: SQUARE }),
      expect.not.objectContaining({ polygon: null }),
    ]);
  });

  it('given too few corners, then nothing is sent, and the form says why', async () => {
    const all = await signedInStore();
    all.store.dispatch(newGeofenceOpened());
    all.store.dispatch(
      draftChanged({ name: 'Yard', latitude: '46.05', longitude: '14.5', corners: SQUARE.slice(0, 2) }),
    );
    all.store.dispatch(geofenceSubmitted());
    await flushPromises();
    expect(bodies(all)).toEqual([]);
    expect(selectGeofenceForm(all.store.getState())?.failure?.error.code).toBe('geofence_polygon_invalid');
  });

  it('given a polygon that becomes a circle, then it is sent without corners', async () => {
    const all = await signedInStore(({ answers }) => {
      answers['GET /api/geofences'] = () => [createGeofence('g1', { polygon: SQUARE })];
      answers['PUT /api/geofences/:id'] = () => createGeofence('g1');
    });
    all.store.dispatch(editGeofenceOpened({ id: 'g1' }));
    expect(selectGeofenceForm(all.store.getState())?.corners).toEqual(SQUARE);
    all.store.dispatch(draftChanged({ corners: null }));
    all.store.dispatch(geofenceSubmitted());
    await flushPromises();
    expect(bodies(all)).toEqual([expect.objectContaining({ polygon: null })]);
  });
});
