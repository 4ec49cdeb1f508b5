import { act, render } from '@testing-library/react';
import { FitBounds } from '#client/map/FitBounds.tsx';
import { MapView } from '#client/map/MapView.tsx';
import { TrackLine } from '#client/map/TrackLine.tsx';
import type { ReactNode } from 'react';
import { FakeMap } from './fakeMapbox';

jest.mock('#client/map/mapboxLibrary', () => jest.requireActual('./fakeMapbox'));

/** From the map's first place to far outside of what it shows there. */
const LINE = {
  count: 4,
  latitudes: Float64Array.of(45.2, 45.3, 45.4, 45.5),
  longitudes: Float64Array.of(13.7, 13.8, 13.9, 14),
  pieces: Uint32Array.of(0),
};

/** A map that is fitted to where the line is. */
async function showFitted(children?: ReactNode) {
  render(
    <MapView
      center={{ latitude: 45.2, longitude: 13.7 }}
      centerKey="day"
      zoom={14}
      tileUrl="https://tiles.example/{z}/{x}/{y}.png"
      attribution=""
      dark={false}
      label="Map of the day"
    >
      <FitBounds bounds={[13.7, 45.2, 14, 45.5]} fitKey={1} padding={50} maxZoom={16} />
      {children}
    </MapView>,
  );
  await act(async () => undefined);
  const map = FakeMap.all.at(-1);
  act(() => map?.finishStyle());
  return map;
}

test('given a track beyond the first view, when the map is fitted to it, then all of it is drawn', async () => {
  const map = await showFitted(<TrackLine id="track" line={LINE} dark={false} />);

  const drawn = map?.getSource('track')?.data as GeoJSON.Feature<GeoJSON.MultiLineString>;
  const latitudes = drawn.geometry.coordinates.map((line) => line.map(([, latitude]) => latitude));
  expect(latitudes).toEqual([[45.2, 45.3, 45.4, 45.5]]);
});

test('given a map of another size, then it is fitted again, unless the user has moved it', async () => {
  const map = await showFitted();
  const fit = jest.spyOn(map as FakeMap, 'fitBounds');
  act(() => map?.fire('resize'));
  expect(fit).toHaveBeenCalledTimes(1);
  act(() => {
    map?.fire('movestart', { originalEvent: {} });
    map?.fire('resize');
  });
  expect(fit).toHaveBeenCalledTimes(1);
});
