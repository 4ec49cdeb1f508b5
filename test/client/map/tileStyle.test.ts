import { attributionParts, tileStyle, tileUrls } from '#client/map/tileStyle';

describe('tileUrls', () => {
  test('given a plain template, then it is the only URL', () => {
    expect(tileUrls('https://tiles.example/{z}/{x}/{y}.png')).toEqual([
      'https://tiles.example/{z}/{x}/{y}.png',
    ]);
  });

  test('given {s} and {r}, then there are three hosts and no retina suffix', () => {
    expect(tileUrls('https://{s}.tiles.example/{z}/{x}/{y}{r}.png')).toEqual(
      ['a', 'b', 'c'].map((host) => `https://${host}.tiles.example/{z}/{x}/{y}.png`),
    );
  });
});

describe('tileStyle', () => {
  test('given a template, then the tiles are the lowest layer; given none, then there is no layer', () => {
    expect(tileStyle('x').layers?.[0]).toMatchObject({ id: 'tiles', source: 'tiles' });
    expect(tileStyle('').layers).toEqual([]);
  });
});

describe('attributionParts', () => {
  test('given OpenStreetMap in the text, then its name is a link to its licence', () => {
    expect(attributionParts('© OpenStreetMap contributors')).toEqual([
      { text: '© ' },
      { text: 'OpenStreetMap', href: 'https://www.openstreetmap.org/copyright' },
      { text: ' contributors' },
    ]);
  });

  test('given HTML, then it stays text', () => {
    expect(attributionParts('<img src=x onerror=alert(1)>')).toEqual([
      { text: '<img src=x onerror=alert(1)>' },
    ]);
  });
});
