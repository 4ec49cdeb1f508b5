import { act, render } from '@testing-library/react';
import { KeepInView } from '#client/map/KeepInView.tsx';
import { MapView } from '#client/map/MapView.tsx';
import { FakeMap } from './fakeMapbox';

jest.mock('#client/map/mapboxLibrary', () => jest.requireActual('./fakeMapbox'));

const HOME = { latitude: 45.2, longitude: 13.7 };
const FAR = { latitude: 45.4, longitude: 13.9 };
const FARTHER = { latitude: 45.45, longitude: 13.95 };
type Shown = { position: typeof HOME | null; moving?: boolean; cameraKey?: number };

const tree = ({ position, moving = false, cameraKey = 0 }: Shown) => (
  <MapView
    center={HOME}
    centerKey="day"
    zoom={16}
    tileUrl="https://tiles.example/{z}/{x}/{y}.png"
    attribution=""
    dark={false}
    label="Map of the day"
  >
    <KeepInView
      position={position}
      bounds={[13.7, 45.2, 14, 45.5]}
      padding={50}
      maxZoom={16}
      moving={moving}
      cameraKey={cameraKey}
    />
  </MapView>
);

/** A map that shows the surroundings of home, and what it is moved to. */
async function showHome(first: Shown) {
  const { rerender } = render(tree(first));
  await act(async () => undefined);
  const map = FakeMap.all.at(-1) as FakeMap;
  act(() => map.finishStyle());
  const fit = jest.spyOn(map, 'fitBounds');
  return { map, fit, show: (next: Shown) => rerender(tree(next)) };
}

const drag = (map: FakeMap) => act(() => map.fire('movestart', { originalEvent: {} }));

test('given a position outside of the map, when it starts to move, then all bounds are shown once', async () => {
  const { fit, show } = await showHome({ position: null });
  show({ position: FAR, moving: true });
  expect(fit).toHaveBeenCalledTimes(1);
  show({ position: FARTHER, moving: true });
  expect(fit).toHaveBeenCalledTimes(1);
});

test('given a position in the map, when it moves out of it, then all bounds are shown', async () => {
  const { fit, show } = await showHome({ position: HOME, moving: true });
  expect(fit).not.toHaveBeenCalled();
  show({ position: FAR, moving: true });
  expect(fit).toHaveBeenCalledTimes(1);
});

test('given the user drags the map meanwhile, then it stays there until it starts to move again', async () => {
  const { map, fit, show } = await showHome({ position: HOME, moving: true });
  drag(map);
  show({ position: FAR, moving: true });
  show({ position: FARTHER, moving: false });
  expect(fit).not.toHaveBeenCalled();
  show({ position: FARTHER, moving: true });
  expect(fit).toHaveBeenCalledTimes(1);
});

test('given the user has sent the map elsewhere meanwhile, then it stays there', async () => {
  const { fit, show } = await showHome({ position: HOME, moving: true });
  show({ position: FAR, moving: true, cameraKey: 1 });
  show({ position: FARTHER, moving: true, cameraKey: 1 });
  expect(fit).not.toHaveBeenCalled();
});

test('given the user sets the position by hand, when it is outside of the map, then all is shown', async () => {
  const { map, fit, show } = await showHome({ position: HOME });
  drag(map);
  show({ position: FAR });
  expect(fit).toHaveBeenCalledTimes(1);
});
