import { act, fireEvent, render } from '@testing-library/react';
import { StaticMap } from '#client/map/StaticMap.tsx';

const tiles = () => [...document.querySelectorAll('img')];

test('given a tile that cannot be had, then plain land is in its place, and it is asked for again once there is a network', () => {
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
