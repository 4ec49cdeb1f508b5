import * as fc from 'fast-check';
import {
  arrangeMarkers,
  fenceLabelBox,
  listId,
  type MarkerToPlace,
  ZOOM_STEP,
} from '#client/map/arrangement';
import type { Fence } from '#client/map/circles.tsx';
import { type LatLng, southernmost, worldPixels } from '#client/map/geometry';
import type { Box } from '#client/map/boxes';
import { MAX_FANNED, MIN_GAP, type ShownArea } from '#client/map/discs';
import { HUB_PX } from '#client/map/markerGroups';

const HOME = { latitude: 45.2753, longitude: 13.7119 };

const at = (id: number, east = 0, more: Partial<MarkerToPlace> = {}): MarkerToPlace => ({
  id: `m${id}`,
  latitude: HOME.latitude,
  longitude: HOME.longitude + east,
  name: '',
  age: '',
  isSelected: false,
  ...more,
});
const together = (count: number, selected?: number) =>
  Array.from({ length: count }, (_, id) => at(id, 0, { isSelected: id === selected }));

/** A map with a position in its middle. */
function areaAround(middle: LatLng, zoom: number, width: number, height: number): ShownArea {
  const center = worldPixels(middle, zoom + 1);
  const pixelOf: ShownArea['pixelOf'] = (position, shift = { x: 0, y: 0 }) => {
    const { x, y } = worldPixels(position, zoom + 1);
    return { x: x - center.x + width / 2 + shift.x, y: y - center.y + height / 2 + shift.y };
  };
  return {
    left: 0,
    top: 0,
    bottom: height,
    width,
    topWidth: width,
    pixelOf,
    covered: { left: width, right: width, top: height, bottom: height },
  };
}

/**
 * Where markers are drawn, in pixels of the world.
 * @param options `zoomedIn`: since they were arranged at this zoom
 */
function drawn(
  markers: readonly MarkerToPlace[],
  arrangedAt: number,
  fences: readonly Fence[] = [],
  { textScale = 1, zoomedIn = 0, height = Infinity, width = 100_000, around = HOME } = {},
) {
  const area = height === Infinity ? null : areaAround(around, arrangedAt, width, height);
  const { groups, placements } = arrangeMarkers(markers, fences, { zoom: arrangedAt, textScale, area });
  const zoom = arrangedAt + zoomedIn;
  const shown = markers.flatMap((marker) => {
    const { x = 0, y = 0, z = 1, isHidden } = placements[marker.id] ?? {};
    const own = worldPixels(marker, zoom + 1);
    return isHidden ? [] : [{ id: marker.id, x: own.x + x, y: own.y + y, z }];
  });
  const lists = groups
    .filter(({ listed }) => listed.length > 0)
    .map((group) => {
      const middle = worldPixels(group.center, zoom + 1);
      const { x = 0, y = 0, z = 1 } = placements[listId(group)] ?? {};
      return { id: listId(group), x: middle.x + x, y: middle.y + y, z };
    });
  return { groups, placements, shown, lists, all: [...shown, ...lists] };
}

function closest(points: readonly { x: number; y: number }[]): number {
  const gaps = points.flatMap((one, index) =>
    points.slice(index + 1).map((other) => Math.hypot(one.x - other.x, one.y - other.y)),
  );
  return Math.min(Infinity, ...gaps);
}

const doOverlap = (one: Box, other: Box) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** Families from one house to a whole country. */
const families = fc
  .array(
    fc.record({
      spread: fc.constantFrom(0, 0.0001, 0.002, 0.03, 4),
      east: fc.double({ min: -1, max: 1, noNaN: true }),
      north: fc.double({ min: -1, max: 1, noNaN: true }),
      label: fc.constantFrom('', '2 min', '43 km/h'),
      name: fc.constantFrom('', 'Mia', 'Maximiliana'),
    }),
    { maxLength: 40 },
  )
  .chain((places) => fc.tuple(fc.constant(places), fc.integer({ min: -1, max: 40 })))
  .map(([places, selected]) =>
    places.map(({ spread, east, north, label, name }, id) =>
      at(id, east * spread, {
        latitude: HOME.latitude + north * spread,
        name,
        age: label,
        isSelected: id === selected,
        isMe: id === 3,
      }),
    ),
  );
const zooms = fc.double({ min: 1, max: 20, noNaN: true });
const heights = fc.constantFrom(90, 150, 200, Infinity);
const fencesNearby = fc.array(
  fc.record({
    east: fc.double({ min: -0.002, max: 0.002, noNaN: true }),
    name: fc.constantFrom('Home', 'School of the old town', 'Gym'),
    radius: fc.integer({ min: 50, max: 500 }),
  }),
  { maxLength: 6 },
);

test('given any family at any zoom, then no two markers are closer than a finger, and none is lost', () => {
  fc.assert(
    fc.property(families, zooms, heights, (markers, zoom, height) => {
      const { groups, shown, all } = drawn(markers, zoom, [], { height });
      expect(closest(all)).toBeGreaterThan(MIN_GAP - 0.5);
      const found = [...shown.map(({ id }) => id), ...groups.flatMap(({ listed }) => listed)];
      expect(found.toSorted()).toEqual(markers.map(({ id }) => id).toSorted());
      for (const { isSelected, isMe, id } of markers)
        if (isSelected || isMe) expect(shown.map((one) => one.id)).toContain(id);
    }),
  );
});

test('given any family at any zoom, then each line leads from a marker to its own true position', () => {
  fc.assert(
    fc.property(families, zooms, (markers, zoom) => {
      const { groups, shown, lists } = drawn(markers, zoom);
      const distance = (one: { x: number; y: number }, other: { x: number; y: number }) =>
        Math.hypot(one.x - other.x, one.y - other.y);
      for (const group of groups) {
        const lines = group.hubs.flatMap(({ position, ends }) => {
          const from = worldPixels(position, zoom + 1);
          return ends.map((end) => ({ from, to: { x: from.x + end.x, y: from.y + end.y } }));
        });
        const members = shown.filter(({ id }) => group.fanned.some((one) => one.id === id));
        const list = lists.find(({ id }) => id === listId(group));
        const all = [...members, ...(list ? [list] : [])];
        const own = (id: string) =>
          worldPixels(markers.find((one) => one.id === id) ?? group.center, zoom + 1);
        const isAtItsPlace =
          all.length === 1 && all.every((one) => distance(one, own(one.id)) <= HUB_PX + 0.5);
        if (!isAtItsPlace || lines.length > 0) expect(lines).toHaveLength(all.length);
        for (const line of lines) {
          const one = all.find((marker) => distance(marker, line.to) < 0.5);
          expect(distance(own(one?.id ?? ''), line.from)).toBeLessThan(HUB_PX);
        }
      }
    }),
  );
});

test('given any two markers, then the one farther north lies above, with its label', () => {
  fc.assert(
    fc.property(families, zooms, (markers, zoom) => {
      const byLayer = drawn(markers, zoom).all.toSorted((one, other) => one.z - other.z);
      byLayer.forEach((one, index) =>
        expect(one.y).toBeLessThanOrEqual((byLayer[index - 1]?.y ?? Infinity) + 0.2),
      );
      expect(new Set(byLayer.map(({ z }) => z)).size).toBe(byLayer.length);
    }),
  );
});

test('given places with names, then none lies under another or a marker until the next zoom step', () => {
  fc.assert(
    fc.property(
      families,
      fencesNearby,
      fc.double({ min: 11, max: 19, noNaN: true }),
      fc.constantFrom(1, 2),
      fc.double({ min: 0, max: ZOOM_STEP, noNaN: true }),
      (markers, places, zoom, textScale, zoomedIn) => {
        const fences = places.map(({ east, ...place }, index) => ({
          ...place,
          id: `f${index}`,
          latitude: HOME.latitude,
          longitude: HOME.longitude + east,
        }));
        const { all, placements } = drawn(markers, zoom, fences, { textScale, zoomedIn });
        const names = fences.map((fence) => {
          const { x, y } = worldPixels(southernmost(fence, fence.radius), zoom + zoomedIn + 1);
          const shift = placements[`fence:${fence.id}`]?.y ?? Number.NaN;
          // A pixel less on each side, because shifts are whole pixels.
          const box = fenceLabelBox({ x, y: y + shift }, fence.name, textScale);
          return { ...box, top: box.top + 1, bottom: box.bottom - 1 };
        });
        const pins = all.map(({ x, y }) => ({ left: x - 25, right: x + 25, top: y - 25, bottom: y + 25 }));
        names.forEach((name, index) => {
          for (const other of [...pins, ...names.slice(index + 1)])
            expect(doOverlap(name, other)).toBe(false);
        });
      },
    ),
  );
});

test('given any family at any zoom, then labels cover no marker and no label but that of the selected one', () => {
  fc.assert(
    fc.property(families, zooms, fc.constantFrom(1, 2), heights, (markers, zoom, textScale, height) => {
      const { shown, lists, placements } = drawn(markers, zoom, [], { textScale, height, width: 390 });
      const isSelected = (id: string) => markers.some((marker) => marker.id === id && marker.isSelected);
      const pins = [...shown, ...lists].map(({ id, x, y }) => {
        const half = isSelected(id) ? 29 : 25;
        return { id, box: { left: x - half, right: x + half, top: y - half, bottom: y + half } };
      });
      const labels = pins.flatMap(({ id, box: { left, right, top, bottom } }) => {
        const { labelWidth, labelX = 0, label = '' } = placements[id] ?? {};
        expect(label === 'none').toBe(labelWidth === undefined);
        if (labelWidth === undefined) return [];
        const [middle, labelSize] = [(left + right) / 2 + labelX, 18 * textScale + 8];
        const start = label.endsWith('above') ? top - labelSize : bottom;
        // A little less, because widths are whole pixels.
        const [half, end] = [labelWidth / 2 - 2, start + labelSize - 1];
        return [{ id, box: { left: middle - half, right: middle + half, top: start + 1, bottom: end } }];
      });
      // Pins are round.
      const isOnPin = (box: Box, pin: Box) => {
        const [x, y] = [(pin.left + pin.right) / 2, (pin.top + pin.bottom) / 2];
        const nearX = Math.max(box.left, Math.min(x, box.right));
        const nearY = Math.max(box.top, Math.min(y, box.bottom));
        return Math.hypot(nearX - x, nearY - y) < (pin.right - pin.left) / 2;
      };
      for (const { id, box } of labels.filter((label) => !isSelected(label.id))) {
        for (const pin of pins) expect(pin.id !== id && isOnPin(box, pin.box)).toBe(false);
        for (const other of labels) expect(other.id !== id && doOverlap(box, other.box)).toBe(false);
      }
    }),
  );
});

test('given a row of people south of a place, then its name is above it and not below all of them', () => {
  const place = { ...HOME, id: 'home', name: 'Home', radius: 100 };
  const south = [0, 1, 2].map((id) =>
    at(id, 0, { latitude: HOME.latitude - 0.0013 - id * 0.0016, age: '2 min' }),
  );
  const placedAt = (markers: readonly MarkerToPlace[]) =>
    drawn(markers, 15, [place]).placements['fence:home']?.y;
  expect(placedAt([])).toBe(0);
  // The circle is 120 pixels high, the row of people 250.
  expect(placedAt(south)).toBeLessThan(-110);
  expect(placedAt(south)).toBeGreaterThan(-160);
});

describe('arrangeMarkers', () => {
  const named = (id: number, name: string, more: Partial<MarkerToPlace> = {}) => at(id, 0, { name, ...more });

  test('given markers far from each other, then all stay at their positions', () => {
    const { placements } = drawn([at(1), at(2, 0.01)], 14);
    expect(placements).toMatchObject({ m1: { x: 0, y: 0 }, m2: { x: 0, y: 0 } });
  });

  test('given two at one place, then they are side by side', () => {
    const { placements, groups } = drawn(together(2), 14);
    expect(placements).toMatchObject({ m0: { x: -24, y: 0 }, m1: { x: 24, y: 0 } });
    expect(groups).toHaveLength(1);
  });

  test('given three at one place, then one dot has a line to each; given two elsewhere, then each has one', () => {
    const hubsOf = (markers: readonly MarkerToPlace[]) =>
      drawn(markers, 14).groups.flatMap(({ hubs }) => hubs.map(({ ends }) => ends.length));
    expect(hubsOf(together(3))).toEqual([3]);
    expect(hubsOf([at(1), at(2, 0.0005)])).toEqual([1, 1]);
    expect(hubsOf([at(1)])).toEqual([]);
    // 29 pixels from those who are together.
    expect(hubsOf([...together(2), at(2, 0.0012)]).toSorted((one, other) => one - other)).toEqual([1, 2]);
  });

  test('given one west of another, then the western one stays in the west', () => {
    const { shown } = drawn([at(1, 0.0002), at(2, -0.0002)], 14);
    expect(shown[1]?.x).toBeLessThan(shown[0]?.x ?? 0);
  });

  test('given six at one place, then all are shown; given seven, then one marker lists them', () => {
    expect(drawn(together(MAX_FANNED), 14).shown).toHaveLength(MAX_FANNED);
    const seven = drawn(together(MAX_FANNED + 1), 14);
    expect(seven.shown).toEqual([]);
    expect(seven.lists).toHaveLength(1);
  });

  test('given little room below notices, then six are one marker with a list; two stay side by side', () => {
    const six = drawn(together(MAX_FANNED), 14, [], { height: 110 });
    expect(six.shown).toEqual([]);
    expect(six.groups.map(({ listed }) => listed.length)).toEqual([MAX_FANNED]);
    const two = [named(1, 'Mia'), named(2, 'Ivo', { latitude: HOME.latitude + 0.0003 })];
    const [one, other] = drawn(two, 14, [], { height: 110 }).shown;
    expect([one?.y, Math.abs((one?.x ?? 0) - (other?.x ?? 0))]).toEqual([other?.y, expect.closeTo(64, 0)]);
  });

  test('given four at home and seven at a school nearby, then the four stand beside the list of the others', () => {
    const school = Array.from({ length: 7 }, (_, id) => at(id + 4, 0.003));
    const { groups, shown } = drawn([...together(4), ...school], 14);
    expect(groups.flatMap(({ listed }) => listed)).toHaveLength(7);
    expect(shown).toHaveLength(4);
  });

  test('given one of many is selected, then they stand beside the list, which has the others', () => {
    const { shown, groups } = drawn(together(9, 4), 14);
    expect(shown.map(({ id }) => id)).toEqual(['m4']);
    expect(groups[0]?.listed).toHaveLength(8);
  });

  test('given the user among many, then they stand beside the list; given six others, then all are shown', () => {
    const withMe = (count: number) => together(count).map((one, id) => ({ ...one, isMe: id === 0 }));
    const many = drawn(withMe(12), 14);
    expect(many.shown.map(({ id }) => id)).toEqual(['m0']);
    expect(many.groups[0]?.listed).toHaveLength(11);
    expect(drawn(withMe(MAX_FANNED + 1), 14).shown).toHaveLength(MAX_FANNED + 1);
  });

  /** Five relatives within 150 pixels at zoom 14, as seen on a map of a village. */
  const village = [
    [55, -40],
    [20, -5],
    [-15, 30],
    [-85, 60],
    [-50, 65],
  ].map(([x = 0, y = 0], id) =>
    at(id, (x * 360) / 2 ** 23, {
      latitude: HOME.latitude - (y * 360 * 0.704) / 2 ** 23,
      name: ['Cene', 'Bor', 'Anja', 'Rok', 'Zala'][id] ?? '',
      age: '12 min',
    }),
  );
  const me = at(9, 0, { name: 'Ana', isMe: true });
  const namesIn = ({ placements }: ReturnType<typeof drawn>) =>
    Object.values(placements).filter(({ label }) => label?.startsWith('name')).length;

  test('given five with names, when the user stands among them, then all six are named near their places', () => {
    expect(namesIn(drawn(village, 14))).toBe(5);
    const all = drawn([...village, me], 14, [], { width: 390, height: 390 });
    expect([all.lists, namesIn(all)]).toEqual([[], 6]);
    for (const { x = 0, y = 0 } of Object.values(all.placements)) expect(Math.hypot(x, y)).toBeLessThan(80);
  });

  test('given a fan at the edge of what is shown, then it is moved inside', () => {
    const fan = together(6).map((one) => ({ ...one, name: 'Mia' }));
    const middle = { ...HOME, latitude: HOME.latitude - 0.004 };
    const size = { width: 390, height: 400, around: middle };
    const { shown } = drawn(fan, 14, [], size);
    const area = areaAround(middle, 14, size.width, size.height);
    const origin = worldPixels(middle, 15);
    for (const { x, y } of shown) {
      expect(y - origin.y + size.height / 2).toBeGreaterThan(24);
      expect(Math.abs(x - origin.x)).toBeLessThan(size.width / 2 - 24);
    }
    expect(area.pixelOf(HOME).y).toBeLessThan(70);
  });

  test('given people near each other at the edge of what is shown, then none is pushed out of it', () => {
    const size = { width: 300, height: 120 };
    const edge = [-124, -94, -64].map((x, id) =>
      named(id, 'Mia', { longitude: HOME.longitude + (x * 360) / 2 ** 23 }),
    );
    const { shown } = drawn(edge, 14, [], size);
    const origin = worldPixels(HOME, 15);
    for (const { x, y } of shown) {
      expect(x - origin.x).toBeGreaterThanOrEqual(25 - size.width / 2);
      expect(Math.abs(y - origin.y)).toBeLessThanOrEqual(size.height / 2 - 25);
    }
    expect(shown).toHaveLength(3);
  });

  /** 63 px north and south at this zoom: too far to push each other. */
  const north = { latitude: HOME.latitude + 0.0019 };
  const south = { latitude: HOME.latitude - 0.0019 };

  test('given a label that would cover a marker below it, then it stands above its own', () => {
    const mia = named(1, 'Mia', north);
    const { placements } = drawn([mia, at(2)], 14);
    expect(placements).toMatchObject({ m1: { x: 0, y: 0, label: 'name above' } });
    expect(drawn([mia], 14).placements['m1']?.label).toBe('name');
  });

  test('given names that fit, then labels say them; given markers around, then not', () => {
    expect(drawn([named(1, 'Mia')], 14).placements['m1']).toMatchObject({ label: 'name', labelWidth: 39 });
    const { placements } = drawn([named(1, 'Mia'), at(2, 0, north), at(3, 0, south)], 14);
    expect(placements['m1']).toMatchObject({ label: 'none' });
    expect(placements['m1']).not.toHaveProperty('labelWidth');
  });

  test('given room for the name alone, then the age is left out, not the name', () => {
    const beside = (id: number, east: number) =>
      named(id, 'Nina', { age: '12 min', longitude: HOME.longitude + east });
    const { placements } = drawn([beside(1, 0), beside(2, 0.0028), beside(3, -0.0028)], 14);
    expect(namesIn({ placements } as ReturnType<typeof drawn>)).toBe(3);
    const low = drawn([named(1, 'Nina', { age: '12 min' })], 14, [], { width: 70, height: 200 });
    expect(low.placements['m1']?.label).toBe('name');
  });

  test('given a name for which there is room above only, then the whole label is there', () => {
    const mia = named(1, 'Mia', { age: '2 min' });
    expect(drawn([mia, at(2, 0, south)], 14).placements['m1']?.label).toBe('name age above');
  });

  test.each([
    ['Mia and Ivo', 'Mia', 'Ivo', 64],
    ['two longer names', 'Grandma', 'Grandpa', 73],
    ['two long names', 'Maximiliana', 'Bartholomew', 88],
  ])('given %s at one place, then their markers are as far apart as labels need', (_, one, other, gap) => {
    const { shown } = drawn([named(1, one), named(2, other)], 14);
    expect(closest(shown)).toBeCloseTo(gap, 0);
  });

  test('given four with short names at one place, then all names are shown', () => {
    const four = ['Mia', 'Ana', 'Ivo', 'Luka'].map((name, id) => named(id, name));
    expect(namesIn(drawn(four, 14))).toBe(4);
  });

  test('given markers above and below a label, then it is left out; of a selected member it stays below', () => {
    const middle = named(1, 'Mia', { age: '43 km/h' });
    const neighbours = [at(2, 0, north), at(3, 0, south)];
    expect(drawn([middle, ...neighbours], 14).placements['m1']).toMatchObject({ label: 'none' });
    const { m1: kept } = drawn([{ ...middle, isSelected: true }, ...neighbours], 14).placements;
    expect(kept).toMatchObject({ label: 'name age', labelWidth: 109 });
  });

  test('given a marker near the edge, then its label is moved beside the edge, or is shorter', () => {
    const edge = { width: 390, height: 400, around: { ...HOME, longitude: HOME.longitude + 0.00685 } };
    const { m1 } = drawn([named(1, 'Rok', { age: '6 min' })], 14, [], edge).placements;
    expect(m1).toMatchObject({ label: 'name age' });
    expect(m1?.labelX).toBeGreaterThan(5);
    expect(195 - 159.6 + (m1?.labelX ?? 0) - (m1?.labelWidth ?? 0) / 2).toBeGreaterThanOrEqual(3);
  });

  test('given text of twice the size, then a label needs more room', () => {
    // 86 px apart: a usual label fits in between.
    const mia = named(1, 'Mia', { latitude: HOME.latitude + 0.0026 });
    expect(drawn([mia, at(2)], 14).placements['m1']?.label).toBe('name');
    expect(drawn([mia, at(2)], 14, [], { textScale: 2 }).placements['m1']?.label).toBe('name above');
  });
});
