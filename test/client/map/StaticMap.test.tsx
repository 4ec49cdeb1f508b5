import { act, fireEvent, render } from '@testing-library/react';
import { StaticMap, tilesAround } from '#client/map/StaticMap.tsx';

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

describe('tilesAround', () => {
  test('given a position, then its own tile is under the center', () => {
    const around = tilesAround(
      { latitude: 45.2753, longitude: 13.7119 },
      14,
      'https://t.example/{z}/{x}/{y}.png',
    );
    const middle = around.filter(({ left, top }) => left <= 0 && left > -256 && top <= 0 && top > -256);
    expect(middle.map(({ url }) => url)).toEqual(['https://t.example/14/8816/5875.png']);
    expect(around.length).toBeLessThanOrEqual(9);
  });

  test('given the antimeridian, then the tiles wrap around; given no template, then there are none', () => {
    const urls = tilesAround({ latitude: 0, longitude: 179.999 }, 4, '{z}/{x}/{y}').map(({ url }) => url);
    expect(urls).toEqual(expect.arrayContaining(['4/15/8', '4/0/8']));
    expect(tilesAround({ latitude: 0, longitude: 0 }, 4, '')).toEqual([]);
  });
});
