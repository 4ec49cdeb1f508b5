import { attributionParts } from '#client/map/attribution';
import { tileStyle, tileUrls } from '#client/map/tileStyle';

describe('tileUrls', () => {
  test('given a plain template, when it is read, then it is the one address', () => {
    expect(tileUrls('https://tiles.example/{z}/{x}/{y}.png')).toEqual([
      'https://tiles.example/{z}/{x}/{y}.png',
    ]);
  });

  test('given {s} and {r}, when it is read, then there are three hosts and no retina mark', () => {
    expect(tileUrls('https://{s}.tiles.example/{z}/{x}/{y}{r}.png')).toEqual(
      ['a', 'b', 'c'].map((host) => `https://${host}.tiles.example/{z}/{x}/{y}.png`),
    );
  });
});

describe('tileStyle', () => {
  test('given dark, when the style is made, then white becomes dark and black light', () => {
    const paint = tileStyle('x', true).layers?.find(({ id }) => id === 'tiles');
    expect(paint).toMatchObject({ paint: { 'raster-brightness-max': 0.1, 'raster-brightness-min': 0.9 } });
  });
});

describe('attributionParts', () => {
  test('given OpenStreetMap in the text, when it is read, then its name is the link to its licence', () => {
    expect(attributionParts('© OpenStreetMap contributors')).toEqual([
      { text: '© ' },
      { text: 'OpenStreetMap', href: 'https://www.openstreetmap.org/copyright' },
      { text: ' contributors' },
    ]);
  });

  test('given markup, when it is read, then it stays text', () => {
    expect(attributionParts('<img src=x onerror=alert(1)>')).toEqual([
      { text: '<img src=x onerror=alert(1)>' },
    ]);
  });
});
