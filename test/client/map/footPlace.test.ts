import * as fc from 'fast-check';
import type { Box } from '#client/map/boxes';
import { type FootContent, mostHints, placeFoot as placeAmong } from '#client/pages/map/overlay/footPlace';

const PHONE = { left: 0, top: 64, bottom: 368, width: 360 };
const CONTENT = { hints: 1, letters: 30, above: 0 };
const placeFoot = (content: FootContent, view: typeof PHONE, markers: readonly Box[], textScale: number) =>
  placeAmong(content, view, { pins: markers, labels: [], cut: [] }, textScale);
/** A pin with its label. */
const pinAt = (x: number, y: number) => ({ left: x - 30, right: x + 30, top: y - 30, bottom: y + 54 });

describe('placeFoot', () => {
  test('given an empty map, then the hints are at the lower left', () => {
    expect(placeFoot(CONTENT, PHONE, [], 1)).toEqual({ hints: 1, top: null, aside: 0 });
  });

  test('given a member at the lower left, then they are at the upper left', () => {
    expect(placeFoot(CONTENT, PHONE, [pinAt(80, 300)], 1)).toEqual({ hints: 1, top: 72, aside: 0 });
  });

  test('given members at both places, then they are between', () => {
    expect(placeFoot(CONTENT, PHONE, [pinAt(80, 320), pinAt(80, 100)], 1)).toEqual({
      hints: 1,
      top: 244,
      aside: 0,
    });
  });

  test('given members at the whole edge, then the number of who is outside is beside them', () => {
    const members = [80, 160, 240, 320].map((y) => pinAt(80, y));
    expect(placeFoot(CONTENT, PHONE, members, 1)).toEqual({ hints: 0, top: null, aside: 120 });
  });

  /** Members on the whole map. */
  const crowd = [0, 60, 120, 180, 240, 300, 360].flatMap((x) => [80, 150, 230, 310].map((y) => pinAt(x, y)));

  test('given members everywhere, then there is nothing; given labels or cut members, then they are covered', () => {
    expect(placeFoot(CONTENT, PHONE, crowd, 1)).toBeNull();
    const labels = { pins: [], labels: crowd, cut: [] };
    expect(placeAmong(CONTENT, PHONE, labels, 1)).toEqual({ hints: 0, top: null, aside: 0 });
    const cut = { pins: [], labels: [], cut: crowd };
    expect(placeAmong(CONTENT, PHONE, cut, 1)).toEqual({ hints: 1, top: null, aside: 0 });
  });

  test('given room for fewer hints, then there are fewer', () => {
    const place = placeFoot({ ...CONTENT, hints: 4 }, PHONE, [pinAt(80, 180)], 1);
    expect(place).toEqual({ hints: 2, top: null, aside: 0 });
  });

  test('given a member at the right, then short hints stay beside them and long ones do not', () => {
    const members = [pinAt(230, 300)];
    expect(placeFoot({ ...CONTENT, letters: 10 }, PHONE, members, 1)?.top).toBeNull();
    expect(placeFoot({ ...CONTENT, letters: 20 }, PHONE, members, 1)?.top).toBe(72);
  });
});

test('given any members and any size of text, then hints lie inside the map and cover none of them', () => {
  const pins = fc.array(
    fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 900 })).map(([x, y]) => pinAt(x, y)),
  );
  fc.assert(
    fc.property(
      pins,
      fc.integer({ min: 70, max: 900 }),
      fc.constantFrom(1, 2),
      fc.integer({ min: 1, max: 4 }),
      (members, bottom, textScale, wanted) => {
        const view = { left: 0, top: 64, bottom, width: 400 };
        const place = placeFoot({ ...CONTENT, hints: wanted }, view, members, textScale);
        if (!place) return;
        const { hints, aside } = place;
        expect(hints).toBeLessThanOrEqual(wanted);
        const height = hints === 0 ? 30 : hints * 52 * textScale - 8;
        const top = place.top ?? bottom - 32 - height;
        expect(top).toBeGreaterThanOrEqual(view.top);
        expect(top + height).toBeLessThanOrEqual(bottom);
        // The least wide line of hints.
        const isCovered = (pin: ReturnType<typeof pinAt>) =>
          pin.left < (hints === 0 ? aside + 124 : 200) &&
          pin.right > aside + 12 &&
          pin.top < top + height &&
          pin.bottom > top;
        expect(members.filter(isCovered)).toEqual([]);
      },
    ),
  );
});

test.each([
  [240, 1, 1],
  [240, 2, 1],
  [500, 1, 4],
  [1_000, 1, 4],
  [450, 2, 1],
])('given %i px of the map and text %i times as large, then at most %i hints', (height, scale, most) => {
  expect(mostHints(height, scale)).toBe(most);
});
