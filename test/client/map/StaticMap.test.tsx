import { act, fireEvent, render } from '@testing-library/react';
import { StaticMap } from '#client/map/StaticMap.tsx';
import { offsetFrom, tilesAround } from '#client/map/tileImages.tsx';

const tiles = () => [...document.querySelectorAll('img')];

test('given a tile that fails to load, then it is hidden, and loaded again when the network is back', () => {
  render(
    <StaticMap
      center={{ latitude: 45.2753, longitude: 13.7119 }}
      zoom={14}
      tileUrl="http://tiles.test/{z}/{x}/{y}.png"
      attribution=""
      dark={false}
    />,
  );
  const before = tiles().map(({ src }) => src);
  const [first, ...others] = tiles();
  expect(first?.src).toMatch(/^http:\/\/tiles\.test\/14\/\d+\/\d+\.png$/u);
  if (first) fireEvent.error(first);
  expect(tiles()).toEqual(others);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(tiles().map(({ src }) => src)).toEqual(before);
});

test('given a dark page, then each tile has the filter that stands beside it', () => {
  const center = { latitude: 45.2753, longitude: 13.7119 };
  const map = { center, zoom: 14, tileUrl: 'http://tiles.test/{z}/{x}/{y}.png', attribution: '' };
  const { rerender } = render(<StaticMap {...map} dark />);
  const filter = document.querySelector('filter');
  expect(new Set(tiles().map(({ style }) => style.filter))).toEqual(new Set([`url("#${filter?.id}")`]));
  rerender(<StaticMap {...map} dark={false} />);
  expect(
    tiles()
      .map(({ style }) => style.filter)
      .join(''),
  ).toBe('');
});

describe('tilesAround', () => {
  test('given a position, then its own tile is under the center', () => {
    const around = tilesAround({
      center: { latitude: 45.2753, longitude: 13.7119 },
      zoom: 14,
      tileUrl: 'https://t.example/{z}/{x}/{y}.png',
      half: { width: 180, height: 100 },
    });
    const middle = around.filter(({ left, top }) => left <= 0 && left > -256 && top <= 0 && top > -256);
    expect(middle.map(({ url }) => url)).toEqual(['https://t.example/14/8816/5875.png']);
    expect(around.length).toBeLessThanOrEqual(9);
  });

  test('given the antimeridian, then the tiles wrap around; given no template, then there are none', () => {
    const section = {
      center: { latitude: 0, longitude: 179.999 },
      zoom: 4,
      tileUrl: '{z}/{x}/{y}',
      half: { width: 180, height: 100 },
    };
    const urls = tilesAround(section).map(({ url }) => url);
    expect(urls).toEqual(expect.arrayContaining(['4/15/8', '4/0/8']));
    expect(tilesAround({ ...section, tileUrl: '' })).toEqual([]);
  });

  test('given a position one tile further east and south, then it is a tile to the right and down', () => {
    const center = { latitude: 0, longitude: 0 };
    const position = {
      latitude: -(360 / Math.PI) * (Math.atan(Math.exp(Math.PI / 8)) - Math.PI / 4),
      longitude: 22.5,
    };
    expect(offsetFrom({ center, zoom: 4 }, position)).toEqual({ left: 256, top: 256 });
  });
});
