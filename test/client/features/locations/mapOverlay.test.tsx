import { act, screen, within } from '@testing-library/react';
import { selectAlertsTab } from '#client/features/alerts/selectors';
import { alertArrived } from '#client/features/alerts/slice';
import { messageSubmitted } from '#client/features/chat/slice';
import { coordinatesCopied, coordinatesCopyRequested } from '#client/features/locations/points/slice';
import { selectCamera, selectSelectedMemberId } from '#client/features/locations/selectors';
import { locationsLoaded, memberSelected, pointChosen } from '#client/features/locations/slice';
import { createSos } from '../../support/builders';
import { EIGHT, HOME, showFamilyMap } from '../../support/familyMap';
import { type FakeMap, SIZE_PX } from '../../map/fakeMapbox';

jest.mock('#client/map/mapboxLibrary', () => jest.requireActual('../../map/fakeMapbox'));

describe('a point of the map', () => {
  const menu = () => screen.queryByRole('dialog', { name: 'This point' });

  async function showMenu() {
    const shown = await showFamilyMap(EIGHT);
    const { map } = shown;
    act(() => map?.fitBounds([13.7, 45.2, 13.8, 45.3]));
    act(() =>
      map?.fire('contextmenu', {
        point: { x: 250, y: 500 },
        originalEvent: { target: map.canvas, button: 2 },
      }),
    );
    return shown;
  }

  it('given the right button on the map, then a menu offers what can be done with that point', async () => {
    const { store, user } = await showMenu();
    screen.getByText('45.25000, 13.72500');
    screen.getByRole('img', { name: 'Chosen point' });
    await user.click(screen.getByRole('link', { name: 'New place here' }));
    expect(store.getState().geofences.form).toMatchObject({ latitude: '45.25', longitude: '13.725' });
    expect(selectAlertsTab(store.getState())).toBe('geofences');
  });

  it('given the menu, when the point is shared, then it is a message to the family', async () => {
    const { dispatched, user } = await showMenu();
    await user.click(screen.getByRole('link', { name: 'Share this point in chat' }));
    expect(dispatched).toHaveBeenCalledWith(
      messageSubmitted({ familyId: 'f1', content: 'Place: geo:45.250000,13.725000' }),
    );
  });

  it('given the menu, when coordinates are copied, then it says so', async () => {
    const { store, dispatched, user } = await showMenu();
    await user.click(screen.getByRole('button', { name: 'Copy coordinates' }));
    expect(dispatched).toHaveBeenCalledWith(coordinatesCopyRequested({ latitude: 45.25, longitude: 13.725 }));
    act(() => void store.dispatch(coordinatesCopied()));
    expect(screen.getAllByText('Coordinates copied to clipboard!')).toHaveLength(2);
  });

  it('given the keyboard on the map, when Enter is pressed, then the menu is for the middle', async () => {
    const { map } = await showFamilyMap(EIGHT);
    act(() => map?.fitBounds([13.7, 45.2, 13.8, 45.3]));
    act(() => void map?.canvas.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' })));
    screen.getByText('45.25000, 13.75000');
    act(() => void menu()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })));
    expect(menu()).toBeNull();
  });

  it('given a finger that rests on the map, then the menu opens; one that moves opens none', async () => {
    const { map } = await showFamilyMap(EIGHT);
    act(() => map?.fitBounds([13.7, 45.2, 13.8, 45.3]));
    jest.useFakeTimers();
    const touch = (type: string, clientX: number) => {
      const event = Object.assign(new Event(type), { touches: [{ clientX, clientY: 500 }] });
      act(() => void map?.canvas.dispatchEvent(event));
    };
    touch('touchstart', 500);
    touch('touchmove', 540);
    act(() => void jest.advanceTimersByTime(1_000));
    expect(menu()).toBeNull();
    touch('touchstart', 500);
    touch('touchmove', 503);
    act(() => void jest.advanceTimersByTime(1_000));
    expect(menu()).not.toBeNull();
    jest.useRealTimers();
  });
});

describe('a point that is shown on the map', () => {
  const POINT = { latitude: 45.25, longitude: 13.725 };
  const marker = () => screen.queryByRole('img', { name: 'Chosen point' });

  async function showPoint() {
    const shown = await showFamilyMap(EIGHT.slice(0, 3));
    // The circle of the accuracy loads with the first selected member.
    await act(async () => void shown.store.dispatch(memberSelected({ userId: 'ben' })));
    act(() => void shown.store.dispatch(pointChosen(POINT)));
    expect(marker()?.parentElement?.dataset).toMatchObject({ latitude: '45.25', longitude: '13.725' });
    return shown;
  }

  it('given a selected member, then a marker is at the point, and the member is not selected any more', async () => {
    const { store } = await showPoint();
    expect(selectSelectedMemberId(store.getState())).toBeNull();
  });

  it.each([
    ['a member is selected', memberSelected({ userId: 'ben' })],
    ['an SOS is shown', pointChosen({ ...POINT, userId: 'ben' })],
  ])('given its marker, when %s, then the marker is gone', async (_, action) => {
    const { store } = await showPoint();
    act(() => void store.dispatch(action));
    expect(marker()).toBeNull();
  });

  it('given its marker, when the map is pressed, then the marker is gone', async () => {
    const { map } = await showPoint();
    const lngLat = { wrap: () => ({ lat: 45, lng: 13 }) };
    act(() => map?.fire('click', { target: map, originalEvent: { target: map.canvas }, lngLat }));
    expect(marker()).toBeNull();
  });
});

describe('members outside the map', () => {
  const hints = () =>
    within(screen.getByRole('list', { name: 'Outside the map' }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent);

  it('given an SOS, then only its caller has a hint, because the others could cover a caller', async () => {
    const { map, store } = await showFamilyMap(['ana', 'ben', 'cleo']);
    act(() => map?.fitBounds([14.7, 45.2, 14.8, 45.3]));
    expect(hints()).toHaveLength(2);
    const arrival = { ...createSos({ userId: 'cleo' }), key: 's1', type: 'sos', geofenceName: null } as const;
    act(() => void store.dispatch(alertArrived({ arrival, now: Date.now() })));
    expect(hints()).toEqual([expect.stringContaining('cleo')]);
  });

  it('given the caller is not where they shared last, then the hint leads to where they called', async () => {
    const { map, store, user } = await showFamilyMap(['ana', 'ben', 'cleo']);
    const place = { latitude: 46.1, longitude: 14.2 };
    const sos = createSos({ userId: 'cleo', ...place });
    const arrival = { ...sos, key: 's1', type: 'sos', geofenceName: null } as const;
    act(() => void store.dispatch(alertArrived({ arrival, now: Date.now() })));
    act(() => map?.fitBounds([14.7, 45.2, 14.8, 45.3]));
    await user.click(screen.getByRole('button', { name: /^Outside the map:/u }));
    expect(selectCamera(store.getState())).toMatchObject(place);
    act(() => map?.fitBounds([14.1, 46, 14.3, 46.2]));
    expect(screen.queryByRole('list', { name: 'Outside the map' })).toBeNull();
  });

  it('given two with the same first word in their names, then their hints have the whole names', async () => {
    const { map } = await showFamilyMap(['ana', 'Cousin Mia', 'Cousin Tom', 'Ben Novak']);
    act(() => map?.fitBounds([14.7, 45.2, 14.8, 45.3]));
    const names = hints().map((text) => /: (?:..)?(.*),/u.exec(text ?? '')?.[1]);
    expect(names).toEqual(['Cousin Mia', 'Cousin Tom', 'Ben']);
  });

  it('given an SOS of one of them, then its hint has the whole name, too', async () => {
    const { map, store } = await showFamilyMap(['ana', 'Cousin Mia', 'Cousin Tom']);
    const sos = createSos({ userId: 'Cousin Mia', userName: 'Cousin Mia' });
    const arrival = { ...sos, key: 's1', type: 'sos', geofenceName: null } as const;
    act(() => void store.dispatch(alertArrived({ arrival, now: Date.now() })));
    act(() => map?.fitBounds([14.7, 45.2, 14.8, 45.3]));
    expect(hints()).toEqual([expect.stringContaining('Cousin Mia,')]);
  });

  it('given a map that was moved, then a hint says how far the member is from the user, as the list does', async () => {
    const { map, store } = await showFamilyMap(['ana', 'ben']);
    const timestamp = new Date().toISOString();
    const at = { latitude: 45.25, accuracy: 10, timestamp };
    const locations = [
      { ...at, userId: 'ana', longitude: 13.7 },
      { ...at, userId: 'ben', longitude: 13.75 },
    ];
    act(() => void store.dispatch(locationsLoaded({ locations })));
    act(() => map?.fitBounds([14.7, 45.2, 14.8, 45.3]));
    expect(hints()).toEqual([expect.stringContaining('ben, 3.9 km east')]);
    act(() => map?.fitBounds([13.7, 46.2, 13.8, 46.3]));
    expect(hints()).toEqual([expect.stringContaining('ben, 3.9 km east')]);
  });

  it('given a marker that the edge cuts, then it has a hint too', async () => {
    const { map } = await showFamilyMap(['ana', 'ben']);
    const { latitude, longitude } = HOME;
    // The map is a degree wide and high, and the marker is drawn to the right of the position, beside that of the user.
    const showFromEdge = (pixels: number) => {
      const west = longitude - pixels / SIZE_PX;
      act(() => map?.fitBounds([west, latitude - 0.5, west + 1, latitude + 0.5]));
    };
    showFromEdge(-10);
    expect(hints()).toEqual([expect.stringContaining('ben')]);
    showFromEdge(10);
    expect(screen.queryByRole('list', { name: 'Outside the map' })).toBeNull();
  });

  it('given markers side by side near the edge, then all have room inside, so none has a hint', async () => {
    const { map } = await showFamilyMap(['ana', 'ben', 'cleo']);
    const { latitude, longitude } = HOME;
    const west = longitude - 40 / SIZE_PX;
    act(() => map?.fitBounds([west, latitude - 0.5, west + 1, latitude + 0.5]));
    expect(screen.queryByRole('list', { name: 'Outside the map' })).toBeNull();
    act(() => map?.fitBounds([longitude + 0.1, latitude - 0.5, longitude + 1.1, latitude + 0.5]));
    expect(hints()).toHaveLength(2);
  });
});

describe('hints on a small phone', () => {
  it('given a member at the lower left, then the hint of who is outside is at the upper left', async () => {
    const { map, store } = await showFamilyMap(['ana', 'ben']);
    if (map)
      map.canvas.getBoundingClientRect = () => ({ top: 0, bottom: 320, width: 360, height: 320 }) as DOMRect;
    const timestamp = new Date().toISOString();
    const far = { userId: 'ben', latitude: 46.5, longitude: 13.7, accuracy: 10, timestamp };
    act(() => void store.dispatch(locationsLoaded({ locations: [far, { ...far, ...HOME, userId: 'ana' }] })));
    /** Shows the map with Ana, for whom there is no hint, at a pixel of it. @returns where the hint stands */
    const footWithAnaAt = (x: number, y: number) => {
      const [west, north] = [HOME.longitude - x / SIZE_PX, HOME.latitude + y / SIZE_PX];
      act(() => map?.fitBounds([west, north - 1, west + 1, north]));
      return screen.getByRole('button', { name: /^Outside the map:/u }).closest<HTMLElement>('.map-foot')
        ?.style.top;
    };
    expect(footWithAnaAt(70, 100)).toBe('');
    expect(footWithAnaAt(70, 240)).toBe('8px');
  });
});

describe('hints where there is no room', () => {
  it('given a member in the way, then there is no hint, unless someone outside has called for help', async () => {
    const { map, store } = await showFamilyMap(['ana', 'ben']);
    if (map)
      map.canvas.getBoundingClientRect = () => ({ top: 0, bottom: 150, width: 360, height: 150 }) as DOMRect;
    const timestamp = new Date().toISOString();
    const far = { userId: 'ben', latitude: 46.5, longitude: 13.7, accuracy: 10, timestamp };
    act(() => void store.dispatch(locationsLoaded({ locations: [far, { ...far, ...HOME, userId: 'ana' }] })));
    const [west, north] = [HOME.longitude - 70 / SIZE_PX, HOME.latitude + 75 / SIZE_PX];
    act(() => map?.fitBounds([west, north - 1, west + 1, north]));
    const hint = () => screen.queryByRole('button', { name: /^Outside the map:/u });
    expect(hint()).toBeNull();
    const arrival = { ...createSos(far), key: 's1', type: 'sos', geofenceName: null } as const;
    act(() => void store.dispatch(alertArrived({ arrival, now: Date.now() })));
    expect(hint()?.textContent).toContain('ben');
  });
});

describe('a map that becomes lower under a banner', () => {
  const POINT = { latitude: 45.25, longitude: 13.725 };
  const lower = (map: FakeMap | undefined) => {
    if (!map) return;
    map.canvas.getBoundingClientRect = () =>
      ({ top: 0, bottom: 300, width: SIZE_PX, height: 300 }) as DOMRect;
    act(() => map.fire('resize'));
  };
  const centers = (map: FakeMap | undefined) =>
    map?.easeTo.mock.calls.map(([{ center }]) => center as unknown);

  async function showPoint() {
    const { map, store } = await showFamilyMap(EIGHT);
    act(() => void store.dispatch(pointChosen(POINT)));
    map?.easeTo.mockClear();
    return map;
  }

  it('given what was requested, then it stays in view', async () => {
    const map = await showPoint();
    lower(map);
    expect(centers(map)).toEqual([[POINT.longitude, POINT.latitude]]);
  });

  it('given the user has moved the map, then it stays where it is', async () => {
    const map = await showPoint();
    act(() => map?.fire('movestart', { originalEvent: new Event('mousemove') }));
    lower(map);
    expect(centers(map)).toEqual([]);
  });
});

describe('tiles that cannot be loaded', () => {
  const notice = () => screen.queryByText('The map cannot be loaded right now. Trying again…');
  const ofTile = { tile: {}, sourceId: 'tiles' };

  it('given three that fail, then a line says so and they are loaded again, until one loads', async () => {
    const { map } = await showFamilyMap(EIGHT);
    jest.useFakeTimers();
    act(() => [1, 2].forEach(() => map?.fire('error', ofTile)));
    expect(notice()).toBeNull();
    act(() => map?.fire('error', ofTile));
    expect(notice()).not.toBeNull();
    map?.setStyle.mockClear();
    act(() => void jest.advanceTimersByTime(5_000));
    expect(map?.setStyle).toHaveBeenCalledTimes(1);
    act(() => void dispatchEvent(new Event('online')));
    expect(map?.setStyle).toHaveBeenCalledTimes(2);
    act(() => map?.fire('data', ofTile));
    expect(notice()).toBeNull();
    act(() => void jest.advanceTimersByTime(600_000));
    expect(map?.setStyle).toHaveBeenCalledTimes(2);
    jest.useRealTimers();
  });

  it('given other failures of the map, then there is no line', async () => {
    const { map } = await showFamilyMap(EIGHT);
    act(() => [1, 2, 3].forEach(() => map?.fire('error', { error: new Error('no') })));
    expect(notice()).toBeNull();
  });
});
