import { colorFor, colorsFor, initialsOf, PERSON_COLORS } from '#client/ui/colors';

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

describe('the colours of people', () => {
  test('given the palette, when text is set in it or on it, then the contrast is 4.5:1 in light and dark', () => {
    for (const { fill, inkLight, inkDark } of PERSON_COLORS) {
      expect(contrast('#ffffff', fill)).toBeGreaterThanOrEqual(4.5);
      expect(contrast('#f4f1ec', inkLight)).toBeGreaterThanOrEqual(4.5);
      expect(contrast('#292e39', inkDark)).toBeGreaterThanOrEqual(4.5);
    }
  });

  test('given an id, when its colour is asked for twice, then it is the same', () => {
    expect(colorFor('42')).toBe(colorFor('42'));
  });

  test('given ids that count up, when each gets its colour, then the whole palette is used', () => {
    const used = new Set(Array.from({ length: 100 }, (_, index) => colorFor(String(index)).fill));
    expect(used.size).toBe(PERSON_COLORS.length);
  });

  test('given a family as large as the palette, when all get colours, then no two share one', () => {
    const ids = Array.from({ length: PERSON_COLORS.length }, (_, index) => `member-${index}`);
    expect(new Set(Object.values(colorsFor(ids))).size).toBe(ids.length);
  });

  test('given a family, when a person joins, then no other member changes colour', () => {
    const before = colorsFor(['a', 'b', 'c']);
    expect(colorsFor(['a', 'b', 'c', 'd'])).toMatchObject(before);
  });

  test('given more people than colours, when all get one, then each person has one', () => {
    const ids = Array.from({ length: 25 }, (_, index) => `member-${index}`);
    expect(Object.values(colorsFor(ids)).every(Boolean)).toBe(true);
  });
});

describe('initials', () => {
  test.each([
    ['Ana Kovač', 'AK'],
    ['ana', 'A'],
    ['  Ivan  Maria   Horvat ', 'IH'],
    ['Željka Šarić', 'ŽŠ'],
    ['', '?'],
  ])('given the name %p, when it is shortened, then it reads %p', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});
