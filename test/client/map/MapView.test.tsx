import { act, render, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useEffect, useState } from 'react';
import { MapView } from '#client/map/MapView.tsx';
import type { MapViewProps } from '#client/map/MapView.tsx';
import { Fences } from '#client/map/circles.tsx';
import { Layer, Source } from '#client/map/Source.tsx';
import { Marker } from '#client/map/Marker.tsx';
import { FakeMap } from './fakeMapbox';

jest.mock('#client/map/mapboxLibrary', () => jest.requireActual('./fakeMapbox'));

const HOME = { latitude: 45.2, longitude: 13.7 };
const POINT: GeoJSON.Feature = {
  type: 'Feature',
  properties: {},
  geometry: { type: 'Point', coordinates: [13.7, 45.2] },
};

function view(children?: ReactNode, props: Partial<MapViewProps> = {}) {
  return (
    <MapView
      center={HOME}
      centerKey="start"
      zoom={14}
      tileUrl="https://tiles.example/{z}/{x}/{y}.png"
      attribution="© OpenStreetMap contributors"
      dark={false}
      label="Map of the family"
      {...props}
    >
      {children}
    </MapView>
  );
}

/** Shows a map and lets the library and the style arrive. */
async function shown(children?: ReactNode, props?: Partial<MapViewProps>) {
  const page = render(view(children, props));
  await act(async () => undefined);
  const map = theMap();
  act(() => map.finishStyle());
  return { ...page, map };
}

function theMap(): FakeMap {
  const map = FakeMap.all.at(-1);
  if (!map) throw new Error('No map was made');
  return map;
}

const layers = (paint: Record<string, string>, data: GeoJSON.Feature = POINT) => (
  <Source id="route" data={data}>
    <Layer id="route-line" type="line" paint={paint} />
  </Source>
);

const ana = (place: { latitude: number; longitude: number }, onClick?: () => void) => (
  <Marker {...place} label="Ana, 2 minutes ago" onClick={onClick} animationMs={0}>
    AK
  </Marker>
);

beforeEach(() => {
  FakeMap.all = [];
  FakeMap.canDraw = true;
});

describe('MapView', () => {
  test('given a new map, then markers mount at once and a placeholder shows until the style has loaded', async () => {
    render(
      view(
        <>
          {ana(HOME)}
          {layers({ 'line-color': 'red' })}
        </>,
      ),
    );
    await act(async () => undefined);
    expect(screen.getByRole('status').textContent).toBe('Loading the map...');
    expect(screen.getByRole('img', { name: /^Ana/ })).toBeTruthy();
    expect(theMap().getSource('route')).toBeUndefined();
    act(() => theMap().finishStyle());
    expect(screen.queryByRole('status')).toBeNull();
    expect(theMap().getSource('route')).toBeTruthy();
  });

  test('given no center, when it becomes known, then the existing map starts there', async () => {
    const { rerender } = render(view(ana(HOME), { center: null }));
    await act(async () => undefined);
    const map = theMap();
    expect(map.setStyle).not.toHaveBeenCalled();
    expect(screen.queryByRole('img')).toBeNull();
    rerender(view(ana(HOME), { centerKey: 'first' }));
    expect(map.easeTo.mock.calls).toEqual([
      [expect.objectContaining({ center: [13.7, 45.2], zoom: 14, offset: [0, 0], duration: 0 })],
    ]);
    expect(screen.getByRole('img', { name: /^Ana/ })).toBeTruthy();
    act(() => map.finishStyle());
    rerender(view(ana(HOME), { centerKey: 'second' }));
    expect(map.flyTo).toHaveBeenCalledTimes(1);
    expect(FakeMap.all).toEqual([map]);
  });

  test('given a center, then the map starts there and its canvas has an accessible name', async () => {
    const { map } = await shown();
    expect(map.easeTo.mock.calls).toEqual([
      [expect.objectContaining({ center: [13.7, 45.2], zoom: 14, offset: [0, 0], duration: 0 })],
    ]);
    expect(map.canvas.getAttribute('aria-label')).toBe('Map of the family');
    expect(map.flyTo).not.toHaveBeenCalled();
  });

  test('given a map whose graphics memory was taken away, then a new one shows the same view', async () => {
    const { map, container } = await shown(
      <>
        {ana(HOME)}
        {layers({ 'line-color': 'red' })}
      </>,
    );
    map.zoom = 12;
    act(() => map.fire('webglcontextrestored'));
    const other = theMap();
    expect(other).not.toBe(map);
    expect(other.jumpTo).toHaveBeenCalledWith({ center: map.getCenter(), zoom: 12 });
    expect([other.easeTo, other.flyTo].flatMap(({ mock }) => mock.calls)).toEqual([]);
    act(() => other.finishStyle());
    expect(other.getSource('route')).toBeTruthy();
    expect(other.markers.size).toBe(1);
    expect(container.querySelectorAll('canvas')).toHaveLength(1);
    await waitFor(() => expect(map.removed).toBe(true));
  });

  test('given a map that lost its memory on the way to a view, then the new one starts with that view', async () => {
    const { map, rerender } = await shown();
    rerender(view(null, { center: { latitude: 1, longitude: 2 }, centerKey: 'far' }));
    map.moving = true;
    act(() => map.fire('webglcontextrestored'));
    expect(theMap().jumpTo).not.toHaveBeenCalled();
    expect(theMap().easeTo).toHaveBeenCalledWith(expect.objectContaining({ center: [2, 1], duration: 0 }));
  });

  test('given a map, when centerKey changes, then it flies; when only the center does, then it stays', async () => {
    const { map, rerender } = await shown();
    rerender(view(null, { center: { latitude: 1, longitude: 2 } }));
    expect(map.flyTo).not.toHaveBeenCalled();
    rerender(view(null, { center: { latitude: 1, longitude: 2 }, centerKey: 'again' }));
    expect(map.flyTo).toHaveBeenCalledTimes(1);
    expect(map.flyTo).toHaveBeenCalledWith(
      expect.objectContaining({ center: [2, 1], zoom: 14, duration: 1000 }),
    );
  });

  test('given a new centerKey while the map takes its first view, then the map flies there', async () => {
    const requests = new EventTarget();
    function Page() {
      const [props, setProps] = useState<Partial<MapViewProps>>({});
      useEffect(() => {
        const far = { center: { latitude: 1, longitude: 2 }, centerKey: 'far' };
        requests.addEventListener('far', () => setProps(far));
      }, []);
      return view(null, props);
    }
    const firstView = jest.spyOn(FakeMap.prototype, 'getCanvas').mockImplementation(function (this: FakeMap) {
      requests.dispatchEvent(new Event('far'));
      return this.canvas;
    });
    render(<Page />);
    await act(async () => undefined);
    firstView.mockRestore();
    expect(theMap().flyTo).toHaveBeenCalledWith(expect.objectContaining({ center: [2, 1] }));
  });

  test('given bounds, when centerKey changes, then it shows all of them in place of a center', async () => {
    const { map, rerender } = await shown();
    rerender(view(null, { bounds: [13, 45, 15, 46], centerKey: 'everyone' }));
    expect(map.flyTo).not.toHaveBeenCalled();
    expect(map.box).toEqual([13, 45, 15, 46]);
  });

  test('given a browser without WebGL, then a message refers to the list', async () => {
    FakeMap.canDraw = false;
    const { container } = render(view());
    await act(async () => undefined);
    expect(screen.getByRole('status').textContent).toBe(
      'The map cannot be drawn in this browser. The list of family members shows the same.',
    );
    expect(FakeMap.all).toHaveLength(0);
    expect(container.querySelector('canvas')).toBeNull();
  });

  test('given a map, when it becomes dark and light, then a layer between tiles and routes comes and goes', async () => {
    const { map, rerender } = await shown(layers({}));
    const ids = () => map.layers.map(({ id }) => id);
    expect(ids()).toEqual(['tiles', 'above-tiles', 'route-line']);
    map.setStyle.mockClear();
    rerender(view(layers({}), { dark: true }));
    expect(ids()).toEqual(['tiles', 'dark', 'above-tiles', 'route-line']);
    rerender(view(layers({})));
    expect(ids()).toEqual(['tiles', 'above-tiles', 'route-line']);
    expect(map.setStyle).not.toHaveBeenCalled();
  });

  test('given a dark map without tiles, then nothing is darkened', async () => {
    const { map } = await shown(null, { dark: true, tileUrl: '' });
    expect(map.layers).toEqual([]);
  });

  test('given a preview, then it shows until the map has markers, and its tiles until the map is drawn', async () => {
    const preview = [{ key: 'ana', ...HOME, content: <b>AK</b> }];
    const { container } = render(view(ana(HOME), { preview }));
    const shownNow = () => [
      container.querySelectorAll('.map-preview b').length,
      container.querySelectorAll('.map-preview img').length > 0,
    ];
    expect(shownNow()).toEqual([1, true]);
    await act(async () => undefined);
    act(() => theMap().finishStyle());
    expect(shownNow()).toEqual([0, true]);
    act(() => theMap().fire('load'));
    expect(shownNow()).toEqual([0, false]);
  });

  test('given a map, when the user drags it, then onMoveByHand is called; a flight does not call it', async () => {
    const onMoveByHand = jest.fn();
    const { map } = await shown(null, { onMoveByHand });
    act(() => map.fire('movestart'));
    expect(onMoveByHand).not.toHaveBeenCalled();
    act(() => map.fire('movestart', { originalEvent: {} }));
    expect(onMoveByHand).toHaveBeenCalledTimes(1);
  });

  test('given onPick, when the map is clicked, then it gets the position; clicks on markers are ignored', async () => {
    const onPick = jest.fn();
    const { map } = await shown(null, { onPick });
    const lngLat = { wrap: () => ({ lat: 45, lng: 13 }) };
    map.fire('click', { lngLat, originalEvent: { target: document.body } });
    map.fire('click', { lngLat, originalEvent: { target: map.canvas } });
    expect(onPick.mock.calls).toEqual([[45, 13]]);
  });

  test('given tiles that fail to load, then nothing is logged to the console', async () => {
    const { map } = await shown();
    expect(map.listeners.get('error')?.size).toBe(1);
  });

  test('given a map with content, when it unmounts, then it is removed and not used any more', async () => {
    const { map, unmount } = await shown(
      <>
        <Source id="line" data={POINT}>
          <Layer id="line" type="line" />
        </Source>
        <Marker {...HOME} label="Ana">
          A
        </Marker>
      </>,
    );
    unmount();
    await waitFor(() => expect(map.removed).toBe(true));
    expect(map.markers.size).toBe(0);
  });

  test('given a library that is still loading, when the view unmounts, then no map is created', async () => {
    render(view()).unmount();
    await act(async () => undefined);
    expect(FakeMap.all).toHaveLength(0);
  });
});

describe('Source and Layer', () => {
  const red = { 'line-color': 'red' };
  test('given a source with a layer, when the style has loaded, then both are added', async () => {
    const { map } = await shown(layers(red));
    expect(map.getSource('route')?.data).toBe(POINT);
    expect(map.getLayer('route-line')).toMatchObject({ source: 'route', paint: red });
  });

  test('given a source, when its data changes, then it is updated in place', async () => {
    const { map, rerender } = await shown(layers(red));
    const source = map.getSource('route');
    const moved = { ...POINT };
    rerender(view(layers(red, moved)));
    expect(map.getSource('route')).toBe(source);
    expect(source?.setData.mock.calls).toEqual([[moved]]);
  });

  test('given new paint, then only the changes are set, and removed properties are reset', async () => {
    const { map, rerender } = await shown(layers({ 'line-color': 'red', 'line-width': '4' }));
    const set = jest.spyOn(map, 'setPaintProperty');
    rerender(view(layers({ 'line-color': 'blue' })));
    expect(set.mock.calls).toEqual([
      ['route-line', 'line-color', 'blue'],
      ['route-line', 'line-width', undefined],
    ]);
  });

  test('given a new tile URL, when its style has loaded, then source and layer are added again', async () => {
    const { map, rerender } = await shown(layers(red));
    rerender(view(layers(red), { tileUrl: 'https://other.example/{z}/{x}/{y}.png' }));
    expect(map.setStyle).toHaveBeenCalledTimes(2);
    expect(map.getSource('route')).toBeUndefined();
    act(() => map.finishStyle());
    expect(map.getSource('route')?.data).toBe(POINT);
    expect(map.getLayer('route-line')).toMatchObject({ source: 'route', paint: red });
  });

  test('given a source with a layer, when it unmounts, then both are removed', async () => {
    const { map, rerender } = await shown(layers(red));
    rerender(view(null));
    expect(map.getSource('route')).toBeUndefined();
    expect(map.getLayer('route-line')).toBeUndefined();
  });
});

describe('Marker', () => {
  test('given a marker with onClick, then it is a named button at its position', async () => {
    const onClick = jest.fn();
    const { map } = await shown(ana(HOME, onClick));
    screen.getByRole('button', { name: /^Ana, 2 minutes ago/ }).click();
    expect(onClick).toHaveBeenCalledTimes(1);
    expect([...map.markers].map(({ lngLat }) => lngLat)).toEqual([[13.7, 45.2]]);
  });

  test('given a covered marker, when it gets the keyboard focus, then the map moves to it', async () => {
    const { map } = await shown(ana(HOME, jest.fn()));
    const button = screen.getByRole('button', { name: /^Ana/ });
    act(() => button.focus());
    expect(map.panBy).not.toHaveBeenCalled();
    act(() => button.blur());
    FakeMap.cover = document.body;
    button.getBoundingClientRect = () => ({ left: 300, top: 40, width: 20, height: 20 }) as DOMRect;
    act(() => button.focus());
    expect(map.panBy).toHaveBeenCalledWith([310, 50], { duration: 250 });
    FakeMap.cover = null;
  });

  test('given a marker, when its position changes, then the same element moves there', async () => {
    const { map, rerender } = await shown(ana(HOME));
    const [marker] = map.markers;
    rerender(view(ana({ latitude: 46, longitude: 14 })));
    expect([...map.markers]).toEqual([marker]);
    expect(marker?.lngLat).toEqual([14, 46]);
    expect(marker?.element.dataset).toMatchObject({ latitude: '46', longitude: '14' });
  });

  test('given a marker, when the style changes, then it stays as it is', async () => {
    const { map } = await shown(ana(HOME));
    const [marker] = map.markers;
    act(() => map.finishStyle());
    expect([...map.markers]).toEqual([marker]);
  });

  test('given a marker, when it unmounts, then its element is removed', async () => {
    const { map, rerender } = await shown(ana(HOME));
    rerender(view(null));
    expect(map.markers.size).toBe(0);
    expect(screen.queryByRole('img', { name: /Ana/ })).toBeNull();
  });

  test('given a marker with onDrop, when it is dropped, then onDrop gets the new position', async () => {
    const onDrop = jest.fn();
    const { map } = await shown(
      <Marker {...HOME} label="Place" animationMs={0} onDrop={onDrop}>
        P
      </Marker>,
    );
    const [marker] = map.markers;
    expect(marker?.draggable).toBe(true);
    marker?.dragTo([14, 46]);
    expect(onDrop.mock.calls).toEqual([[46, 14]]);
  });

  test('given a marker without onDrop, then it cannot be dragged', async () => {
    const { map } = await shown(ana(HOME));
    expect([...map.markers].map(({ draggable }) => draggable)).toEqual([false]);
  });
});

describe('Fences', () => {
  const school = { id: 'g1', name: 'School', ...HOME, radius: 100 };
  const park = { id: 'g2', name: 'Park', latitude: 45.3, longitude: 13.8, radius: 500 };

  test('given two fences, then each is a circle with a fill, a line and a name', async () => {
    const { map } = await shown(<Fences id="places" fences={[school, park]} dark={false} named />);
    expect(map.getSource('places')?.data).toMatchObject({
      type: 'FeatureCollection',
      features: [{ geometry: { type: 'Polygon' } }, { geometry: { type: 'Polygon' } }],
    });
    expect(map.getLayer('places-fill')).toMatchObject({ type: 'fill', source: 'places' });
    expect(map.getLayer('places-line')).toMatchObject({ type: 'line', source: 'places' });
    screen.getByRole('img', { name: 'School' });
    screen.getByRole('img', { name: 'Park' });
  });

  test('given a fence with a name, then the name is at the lower edge and ignores clicks', async () => {
    const { map } = await shown(<Fences id="places" fences={[school]} dark={false} named />);
    const [label] = map.markers;
    expect(label?.lngLat[0]).toBeCloseTo(13.7, 6);
    expect(label?.lngLat[1]).toBeCloseTo(45.2 - 100 / 111_195, 5);
    expect(label?.element.style.pointerEvents).toBe('none');
  });

  test('given names, when the map is zoomed out, then they are hidden until it is zoomed in', async () => {
    const { map } = await shown(<Fences id="places" fences={[school]} dark={false} named />);
    map.zoom = 8;
    act(() => map.fire('zoom'));
    expect(screen.queryByRole('img', { name: 'School' })).toBeNull();
    map.zoom = 12;
    act(() => map.fire('zoom'));
    screen.getByRole('img', { name: 'School' });
  });

  test('given a dark map, then the fences have a lighter color', async () => {
    const { map } = await shown(<Fences id="places" fences={[school]} dark />);
    expect(map.getLayer('places-line')?.paint).toMatchObject({ 'line-color': '#98a0ff' });
  });
});
