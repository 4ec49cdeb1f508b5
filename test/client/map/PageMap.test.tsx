import { act, fireEvent, render } from '@testing-library/react';
import { PageMap } from '#client/map/PageMap.tsx';
import { FakeMap } from './fakeMapbox';

jest.mock('#client/map/mapboxLibrary', () => jest.requireActual('./fakeMapbox'));

/** A map in a page, with how many moves of this many fingers it has seen. */
async function shown() {
  FakeMap.all = [];
  render(
    <PageMap
      center={{ latitude: 45.2, longitude: 13.7 }}
      centerKey="start"
      zoom={14}
      tileUrl=""
      attribution=""
      dark={false}
      label="Map of where Ana is"
    />,
  );
  await act(async () => undefined);
  const canvas = FakeMap.all.at(-1)?.canvas ?? document.body;
  const seen = jest.fn();
  canvas.addEventListener('touchmove', seen);
  const move = (fingers: number) => {
    const touches = Array.from({ length: fingers }, () => ({ clientX: 10, clientY: 10 }));
    fireEvent.touchMove(canvas, { touches });
    return seen.mock.calls.length;
  };
  return { move };
}

afterEach(() => jest.restoreAllMocks());

test('given a map in a page, when one finger moves on it, then the page may scroll and the map stays', async () => {
  const { move } = await shown();
  expect(move(1)).toBe(0);
});

test('given a map in a page, when two fingers move on it, then they move and zoom the map', async () => {
  const { move } = await shown();
  expect(move(2)).toBe(1);
});

test('given a map beside what scrolls, when one finger moves on it, then it moves the map', async () => {
  const { move } = await shown();
  // jsdom does not know this property.
  const style = { touchAction: 'none' } as CSSStyleDeclaration;
  jest.spyOn(window, 'getComputedStyle').mockReturnValue(style);
  expect(move(1)).toBe(1);
});
