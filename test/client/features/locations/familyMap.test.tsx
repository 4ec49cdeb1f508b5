import { act, screen, waitFor, within } from '@testing-library/react';
import { SOS_ZOOM } from '#contract/limits';
import { callsChanged } from '#client/features/alerts/calls/slice';
import { alertArrived } from '#client/features/alerts/slice';
import { familiesLoaded } from '#client/features/families/slice';
import { mapMovedByHand } from '#client/features/locations/actions';
import { selectCamera, selectSelectedMemberId } from '#client/features/locations/selectors';
import { locationsUpdated, memberSelected, pointChosen } from '#client/features/locations/slice';
import { clockTicked } from '#client/features/session/device/slice';
import { createCall, createFamily, createSos } from '../../support/builders';
import { EIGHT, HOME, showFamilyMap } from '../../support/familyMap';

jest.mock('#client/map/mapboxLibrary', () => jest.requireActual('../../map/fakeMapbox'));

const markerOf = (name: string) => screen.queryByRole('button', { name: new RegExp(`^${name}`, 'u') });

it('given three members at one place, then each has a marker beside it, at its true position', async () => {
  await showFamilyMap(EIGHT.slice(0, 3));
  const markers = EIGHT.slice(0, 3).map((name) => markerOf(name)?.parentElement);
  await waitFor(() => expect(new Set(markers.map((marker) => marker?.style.translate)).size).toBe(3));
  for (const marker of markers) expect(marker?.dataset['latitude']).toBe('45.2753');
  screen.getByRole('img', { name: 'At one place: ben, cleo, ana' });
});

it('given two members, then the map shows their names, and markers are called as before', async () => {
  await showFamilyMap(['ana', 'ben']);
  const ben = markerOf('ben');
  await waitFor(() => expect(ben?.parentElement?.dataset['label']).toBe('name'));
  expect(ben?.querySelector('.member-pin-name')?.textContent).toBe('ben');
  expect(screen.getByRole('button', { name: 'ben, less than a minute ago' })).toBe(ben);
});

it('given no room for all ages, then names come first, and the name of the marker says the age', async () => {
  const { store } = await showFamilyMap(['ana', 'ben', 'cleo']);
  const family = createFamily('f1', ['ana', 'ben', 'cleo']);
  const members = family.members.map((member) => ({ ...member, profileImage: '/face.png' }));
  act(() => void store.dispatch(familiesLoaded({ families: [{ ...family, members }] })));
  const now = Date.now() + 4 * 60_000;
  const timestamp = new Date(now).toISOString();
  // 74 px north and south of Ana.
  const locations = ['ben', 'cleo'].map((userId, index) => {
    const latitude = HOME.latitude + (index === 0 ? 0.00178 : -0.00178);
    return { ...HOME, latitude, userId, accuracy: 10, timestamp };
  });
  act(() => void store.dispatch(locationsUpdated({ locations })));
  act(() => void store.dispatch(clockTicked({ now })));
  const labelOf = (name: string) => markerOf(name)?.parentElement?.dataset['label'];
  await waitFor(() =>
    expect(['ana', 'ben', 'cleo'].map(labelOf)).toEqual(['name age above', 'name above', 'name']),
  );
  screen.getByRole('button', { name: 'ana, 4 minutes ago' });
});

it('given eight at one place, then the user is beside the list, and whoever is pressed there, too', async () => {
  const { store, user } = await showFamilyMap(EIGHT);
  const list = screen.getByRole('button', { name: /^7 people close together/u });
  await waitFor(() => expect(markerOf('ben')).toBeNull());
  expect(markerOf('ana')?.parentElement?.hidden).toBe(false);
  await user.click(list);
  const dialog = screen.getByRole('dialog', { name: '7 people close together' });
  await user.click(within(dialog).getByRole('button', { name: /^ben/u }));
  expect(selectSelectedMemberId(store.getState())).toBe('ben');
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(markerOf('ben')).not.toBeNull());
  screen.getByRole('button', { name: /^6 people close together/u });
});

it('given a list of members, when Escape is pressed, then it closes and the focus is on its marker', async () => {
  const { user } = await showFamilyMap(EIGHT);
  const list = screen.getByRole('button', { name: /^7 people close together/u });
  list.focus();
  await user.keyboard('{Enter}');
  within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }).focus();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(list);
});

it('given many in different cities, when their marker is pressed, then the map shows them apart', async () => {
  const { map, store, user } = await showFamilyMap(EIGHT);
  const timestamp = new Date(Date.now() + 1_000).toISOString();
  const locations = EIGHT.map((userId, index) => ({
    userId,
    latitude: HOME.latitude,
    longitude: HOME.longitude + index / 10,
    accuracy: 10,
    timestamp,
  }));
  act(() => void store.dispatch(locationsUpdated({ locations })));
  act(() => {
    if (map) map.zoom = 4;
    map?.fire('zoom');
    map?.fire('moveend');
  });
  await user.click(screen.getByRole('button', { name: /^Zoom in to 7 people: ben, / }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(map?.box).toEqual([HOME.longitude + 0.1, HOME.latitude, HOME.longitude + 0.7, HOME.latitude]);
});

it('given two members, when the map is zoomed out, then they are side by side until it is zoomed in', async () => {
  const { map, store } = await showFamilyMap(['ana', 'ben']);
  const timestamp = new Date(Date.now() + 1_000).toISOString();
  const moved = { latitude: 45.2753, longitude: 13.73, userId: 'ben', accuracy: 10, timestamp };
  act(() => void store.dispatch(locationsUpdated({ locations: [moved] })));
  const place = () => screen.queryByRole('img', { name: 'At one place: ben, ana' });
  expect(place()).toBeNull();
  const zoomTo = (zoom: number) =>
    act(() => {
      if (map) map.zoom = zoom;
      map?.fire('zoom');
    });
  zoomTo(6.5);
  expect(place()).not.toBeNull();
  zoomTo(15);
  expect(place()).toBeNull();
});

it('given two members near each other, then each has a dot at their position, and both have one name', async () => {
  const { map, store } = await showFamilyMap(['ana', 'ben']);
  const timestamp = new Date(Date.now() + 1_000).toISOString();
  const moved = { ...HOME, longitude: HOME.longitude + 0.001, userId: 'ben', accuracy: 10, timestamp };
  act(() => void store.dispatch(locationsUpdated({ locations: [moved] })));
  const dots = [...(map?.markers ?? [])].flatMap(({ element }) =>
    element.querySelector('circle') ? [Number(element.dataset['longitude'])] : [],
  );
  expect(new Set(dots)).toEqual(new Set([HOME.longitude, moved.longitude]));
  expect(screen.getAllByRole('img', { name: /^At one place/u })).toHaveLength(1);
});

it('given the map opens, when the user drags it, then it is known as moved by hand; a flight is not', async () => {
  const { map, dispatched } = await showFamilyMap(['ana', 'ben']);
  act(() => map?.fire('movestart'));
  expect(dispatched).not.toHaveBeenCalledWith(mapMovedByHand());
  act(() => map?.fire('movestart', { originalEvent: {} }));
  expect(dispatched).toHaveBeenCalledWith(mapMovedByHand());
});

it('given an SOS is shown on the map, then its caller is out of the list, chosen and above the others', async () => {
  const { store, map } = await showFamilyMap(EIGHT);
  act(() => void store.dispatch(pointChosen({ ...HOME, userId: 'ben', zoom: SOS_ZOOM })));
  await waitFor(() => expect(markerOf('ben')).not.toBeNull());
  expect(markerOf('ben')?.getAttribute('aria-pressed')).toBe('true');
  const layers = [...(map?.markers ?? [])].map(({ element }) => Number(element.style.zIndex));
  expect(Number(markerOf('ben')?.parentElement?.style.zIndex)).toBe(Math.max(...layers));
  expect(map?.flyTo).toHaveBeenLastCalledWith(expect.objectContaining({ zoom: 16 }));
});

it('given members outside the map, then hints say how far and where, and a press moves the map there', async () => {
  const { map, store, user } = await showFamilyMap(EIGHT);
  const timestamp = new Date(Date.now() + 1_000).toISOString();
  const at = (userId: string, latitude: number, longitude: number) => ({
    userId,
    latitude,
    longitude,
    accuracy: 10,
    timestamp,
  });
  act(
    () =>
      void store.dispatch(
        locationsUpdated({ locations: [at('ben', 45.2753, 13.75), at('cleo', 45.4, 13.7119)] }),
      ),
  );
  act(() => map?.fitBounds([13.7019, 45.2653, 13.7219, 45.2853]));
  const hints = within(screen.getByRole('list', { name: 'Outside the map' }));
  expect(hints.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Outside the map: Bben, 3 km east',
    'Outside the map: Ccleo, 14 km north',
  ]);
  const before = selectCamera(store.getState())?.request ?? 0;
  await user.click(hints.getByRole('button', { name: 'Outside the map: ben, 3 km east' }));
  expect(selectCamera(store.getState())).toMatchObject({ longitude: 13.75, request: before + 1 });
  expect(selectSelectedMemberId(store.getState())).toBe('ben');
});

it('given a chosen member far outside the map, then their hint comes before those of nearer ones', async () => {
  const { map, store } = await showFamilyMap(EIGHT.slice(0, 7));
  act(() => void store.dispatch(memberSelected({ userId: 'ben' })));
  const location = { userId: 'ben', latitude: 50, longitude: 14, accuracy: 10 };
  const timestamp = new Date(Date.now() + 1_000).toISOString();
  act(() => void store.dispatch(locationsUpdated({ locations: [{ ...location, timestamp }] })));
  act(() => map?.fitBounds([10, 40, 10.1, 40.1]));
  const [first] = within(screen.getByRole('list', { name: 'Outside the map' })).getAllByRole('button');
  expect(first?.textContent).toMatch(/ben, /u);
});

it('given six members outside the map, then three hints and one for all of them', async () => {
  const { map } = await showFamilyMap(EIGHT.slice(0, 7));
  act(() => map?.fitBounds([10, 40, 10.1, 40.1]));
  const hints = within(screen.getByRole('list', { name: 'Outside the map' })).getAllByRole('button');
  expect(hints.map(({ textContent }) => textContent)).toEqual([
    // From the user, who is at the same place.
    expect.stringContaining('ben, 0 m'),
    expect.stringContaining('cleo, 0 m'),
    expect.stringContaining('dora, 0 m'),
    '3 more: show everyone',
  ]);
});

it('given all members in view, then there is no hint', async () => {
  const { map } = await showFamilyMap(EIGHT);
  act(() => map?.fitBounds([13.7019, 45.2653, 13.7219, 45.2853]));
  expect(screen.queryByRole('list', { name: 'Outside the map' })).toBeNull();
});

it.each([
  ['ben', 'has a marker', '0'],
  ['zoe', 'shares no position', '999'],
])('given an SOS of %s, who %s, then its marker lies where it is seen', async (userId, _why, layer) => {
  const { store } = await showFamilyMap(['ana', 'ben']);
  const arrival = { ...createSos({ userId }), key: 's1', type: 'sos', geofenceName: null } as const;
  act(() => void store.dispatch(alertArrived({ arrival, now: Date.now() })));
  const marker = await screen.findByRole('img', { name: /triggered an SOS alert/u });
  expect(marker.parentElement?.style).toMatchObject({ zIndex: layer, pointerEvents: 'none' });
  // Neither the SOS of ben is where his marker is, nor has zoe one.
  expect(marker.textContent).not.toBe('');
});

it.each([
  ['coming', 1],
  ['seen', 0],
] as const)(
  'given an open SOS that the user has answered with %s, then %d markers say where',
  async (answer, count) => {
    const { store } = await showFamilyMap(['ana', 'ben']);
    const own = { userId: 'ana', name: 'Ana', answer, answeredAt: new Date().toISOString(), reached: [] };
    act(() => void store.dispatch(callsChanged({ calls: [createCall({ userId: 'zoe', people: [own] })] })));
    await waitFor(() => expect(screen.queryAllByRole('img', { name: /^SOS from/u })).toHaveLength(count));
  },
);

it('given an open SOS that was only seen, when its caller is selected, then a marker says where', async () => {
  const { store } = await showFamilyMap(['ana', 'ben']);
  act(() => void store.dispatch(callsChanged({ calls: [createCall({ userId: 'ben', people: [] })] })));
  expect(screen.queryByRole('img', { name: /^SOS from/u })).toBeNull();
  act(() => void store.dispatch(memberSelected({ userId: 'ben' })));
  expect(await screen.findByRole('img', { name: /^SOS from/u })).toBeTruthy();
});
