import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Presence } from '#contract/phones';
import { GeofencesTab } from '#client/features/geofences/views/GeofencesTab.tsx';
import { locationsLoaded } from '#client/features/locations/slice';
import { presencesLoaded } from '#client/features/locations/whereabouts/slice';
import { loadErrorTexts } from '#client/i18n/errorTexts';
import { createFix, createGeofence } from '../../support/builders';
import type { FakeServices } from '../../support/fakeServices';
import { renderInApp } from '../../support/renderInApp';
import { signedInStore } from '../../support/signedInStore';
import { FakeMap } from '../../map/fakeMapbox';

jest.mock('#client/map/mapboxLibrary', () => jest.requireActual('../../map/fakeMapbox'));

beforeAll(loadErrorTexts);

const presenceOf = (userId: string, placeId: string | null): Presence => ({
  userId,
  place: placeId === null ? null : { id: placeId, name: 'Place' },
  since: null,
  speed: null,
  battery: null,
  charging: null,
  lastHeardAt: null,
});

async function showTab(change: (fake: FakeServices) => void = () => undefined) {
  const all = await signedInStore(change);
  renderInApp(<GeofencesTab familyChoice={null} />, { store: all.store, services: all.fake.services });
  return { ...all, user: userEvent.setup() };
}

it('given no family, when the form opens, then it offers to create or join one above its fields', async () => {
  const { user } = await showTab((fake) => {
    fake.answers['GET /api/families'] = () => [];
  });
  await user.click(screen.getByRole('button', { name: 'Add Geofence' }));
  const offer = screen.getByRole('link', { name: 'Create or join a family' });
  expect(offer.getAttribute('href')).toBe('/family-setup');
  const name = screen.getByLabelText('Location Name');
  expect(offer.compareDocumentPosition(name)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it('given a family, when the form opens, then nothing is offered', async () => {
  const { user } = await showTab();
  await user.click(screen.getByRole('button', { name: 'Add Geofence' }));
  screen.getByLabelText('Location Name');
  expect(screen.queryByRole('link', { name: 'Create or join a family' })).toBeNull();
});

it('given a place with alerts, then its form leads to whom they are about while the app is closed', async () => {
  const { user } = await showTab();
  await user.click(screen.getByRole('button', { name: 'Add Geofence' }));
  const link = screen.getByRole('link', { name: 'Notifications' });
  expect(link.getAttribute('href')).toBe('/notifications');
  for (const name of ['Notify on entry', 'Notify on exit'])
    await user.click(screen.getByRole('checkbox', { name }));
  expect(screen.queryByRole('link', { name: 'Notifications' })).toBeNull();
});

/** Presses on the map of the form, once it is there. */
async function pressMap(...points: [latitude: number, longitude: number][]) {
  await waitFor(() => expect(FakeMap.all.at(-1)?.listeners.get('click')?.size).toBeGreaterThan(0));
  const map = FakeMap.all.at(-1);
  for (const [lat, lng] of points) {
    const lngLat = { wrap: () => ({ lat, lng }) };
    act(() => map?.fire('click', { lngLat, originalEvent: { target: map.canvas } }));
  }
}

it('given the keyboard on the map of the form, when Enter is pressed, then its middle is the place', async () => {
  const { user } = await showTab();
  await user.click(screen.getByRole('button', { name: 'Add Geofence' }));
  await waitFor(() => expect(FakeMap.all.at(-1)?.listeners.get('click')?.size).toBeGreaterThan(0));
  const map = FakeMap.all.at(-1);
  act(() => map?.fitBounds([13.7, 45.2, 13.8, 45.3]));
  expect(screen.getByLabelText<HTMLInputElement>('Latitude').value).toBe('');
  act(() => void map?.canvas.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' })));
  expect(screen.getByLabelText<HTMLInputElement>('Latitude').value).toMatch(/^45\.2/u);
  expect(screen.getByLabelText<HTMLInputElement>('Longitude').value).toMatch(/^13\.7/u);
});

it('given no coordinates, then the map has no pin; given a press on it, then the pin is there', async () => {
  const { user } = await showTab();
  await user.click(screen.getByRole('button', { name: 'Add Geofence' }));
  const pin = () => document.querySelector('[aria-label="Pin of the place"]');
  await waitFor(() => expect(FakeMap.all.at(-1)?.listeners.get('click')?.size).toBeGreaterThan(0));
  expect(pin()).toBeNull();
  expect(screen.getByText('Press on the map where the place is.')).toBeTruthy();
  await pressMap([45.3, 13.8]);
  expect(screen.getByLabelText<HTMLInputElement>('Latitude').value).toBe('45.3');
  expect(pin()).not.toBeNull();
});

it('given positions that come after the form, then its map moves to a member of the family', async () => {
  const { user, store } = await showTab((fake) => {
    fake.answers['GET /api/locations/family'] = () => [];
  });
  await user.click(screen.getByRole('button', { name: 'Add Geofence' }));
  await waitFor(() => expect(FakeMap.all.at(-1)?.listeners.get('click')?.size).toBeGreaterThan(0));
  const ben = { userId: 'ben', latitude: 46.05, longitude: 14.5, accuracy: 10 };
  const locations = [{ ...ben, timestamp: new Date().toISOString() }];
  act(() => void store.dispatch(locationsLoaded({ locations })));
  const to = expect.objectContaining({ center: [14.5, 46.05] });
  await waitFor(() => expect(FakeMap.all.at(-1)?.flyTo).toHaveBeenCalledWith(to));
});

/** Middles, to 2 decimals, and numbers of corners of the areas on the map of the form. */
function drawnAreas(): string[] {
  const source = FakeMap.all.at(-1)?.sources.get('draft');
  if (!source) throw new Error('The map has no draft');
  const { features } = source.data as { features: { geometry: { coordinates: [number, number][][] } }[] };
  return features.map(({ geometry: { coordinates } }) => {
    const [ring = []] = coordinates;
    const middle = (axis: 0 | 1) =>
      (Math.min(...ring.map((at) => at[axis])) + Math.max(...ring.map((at) => at[axis]))) / 2;
    return ring.length < 4 ? 'too few' : `${middle(1).toFixed(2)} ${middle(0).toFixed(2)}`;
  });
}

it('given a circle, when its outline is drawn, then the circle shows where it was until three corners', async () => {
  const { user } = await showTab((fake) => {
    fake.answers['GET /api/geofences'] = () => [
      createGeofence('g1', { latitude: 46.5, longitude: 14.5, radius: 100 }),
    ];
  });
  await user.click(screen.getByRole('button', { name: /^Edit/u }));
  await waitFor(() => expect(FakeMap.all.at(-1)?.listeners.get('style.load')?.size).toBeGreaterThan(0));
  act(() => FakeMap.all.at(-1)?.finishStyle());
  expect(drawnAreas()).toEqual(['46.50 14.50']);
  await user.click(screen.getByRole('checkbox', { name: 'Draw the outline instead of a circle' }));
  expect(drawnAreas()[0]).toBe('46.50 14.50');
  await pressMap([46, 14], [46.02, 14]);
  expect(drawnAreas()[0]).toBe('46.50 14.50');
  await pressMap([46.02, 14.02]);
  expect(drawnAreas()).toEqual(['46.01 14.01']);
});

/** What was last sent about a place. Other requests may come after it, such as loads that are due. */
const lastSaved = ({ recorded }: FakeServices) =>
  recorded.calls.findLast(({ path, input }) => path.startsWith('/api/geofences') && input.body)?.input.body;

it('given no coordinates, when an outline is drawn on the map, then it is saved with its middle', async () => {
  const { user, fake, store } = await showTab((services) => {
    services.answers['POST /api/geofences'] = () => createGeofence('g1');
  });
  await user.click(screen.getByRole('button', { name: 'Add Geofence' }));
  await user.type(screen.getByLabelText('Location Name'), 'Yard');
  await user.click(screen.getByRole('checkbox', { name: 'Draw the outline instead of a circle' }));
  await pressMap([46, 14], [46.002, 14], [46.002, 14.002]);
  await user.click(screen.getByRole('button', { name: 'Create Geofence' }));
  await waitFor(() => expect(store.getState().geofences.form).toBeNull());
  const polygon = [
    [14, 46],
    [14, 46.002],
    [14.002, 46.002],
  ];
  const saved = { latitude: 46.001, longitude: 14.001, polygon };
  expect(lastSaved(fake)).toMatchObject(saved);
});

it('given a place with a kind, when another is chosen, then it is saved', async () => {
  const { user, fake, store } = await showTab((services) => {
    services.answers['GET /api/geofences'] = () => [createGeofence('g1', { kind: 'work' })];
    services.answers['PUT /api/geofences/:id'] = () => createGeofence('g1', { kind: 'sport' });
  });
  await user.click(screen.getByRole('button', { name: 'Edit Place g1' }));
  const group = screen.getByRole('group', { name: 'Kind of place' });
  expect(within(group).getAllByRole('radio')).toHaveLength(6);
  within(group).getByRole('radio', { name: 'Work', checked: true });
  await user.click(within(group).getByRole('radio', { name: 'Sport' }));
  within(group).getByRole('radio', { name: 'Sport', checked: true });
  await user.click(screen.getByRole('button', { name: 'Update Geofence' }));
  await waitFor(() => expect(store.getState().geofences.form).toBeNull());
  expect(lastSaved(fake)).toMatchObject({ kind: 'sport' });
});

it('given a place without a kind, when it is saved, then none is sent, for servers that know none', async () => {
  const { user, fake, store } = await showTab((services) => {
    services.answers['GET /api/geofences'] = () => [createGeofence('g1')];
    services.answers['PUT /api/geofences/:id'] = () => createGeofence('g1');
  });
  await user.click(screen.getByRole('button', { name: 'Edit Place g1' }));
  await user.click(screen.getByRole('button', { name: 'Update Geofence' }));
  await waitFor(() => expect(store.getState().geofences.form).toBeNull());
  expect(lastSaved(fake)).not.toHaveProperty('kind');
});

it('given members at a place, then its item names them, and no other item does', async () => {
  const { perform } = await showTab((services) => {
    services.answers['GET /api/geofences'] = () => [createGeofence('g1'), createGeofence('g2')];
  });
  expect(screen.queryByText(/^Here now/u)).toBeNull();
  await act(() => perform(presencesLoaded([presenceOf('ben', 'g2'), presenceOf('ana', null)])));
  const [first, second] = screen.getAllByRole('listitem');
  expect(first?.textContent).not.toContain('Here now');
  expect(second?.textContent).toContain('Here now: ben');
});

const SQUARE: [number, number][] = [
  [14, 46],
  [14, 46.002],
  [14.002, 46.002],
  [14.002, 46],
];

/** The form of a place with an outline, with its corners as coordinates. */
async function showOutline() {
  const { user } = await showTab((services) => {
    services.answers['GET /api/geofences'] = () => [createGeofence('g1', { polygon: SQUARE })];
  });
  await user.click(screen.getByRole('button', { name: 'Edit Place g1' }));
  await user.click(screen.getByText('Corners as coordinates'));
  const remove = (number: number) => screen.getByRole('button', { name: `Remove corner ${number}` });
  return { user, remove };
}

it('given an outline, when its corners are removed, then the focus is on what takes their place', async () => {
  const { user, remove } = await showOutline();
  await user.click(remove(1));
  expect(document.activeElement).toBe(remove(1));
  await user.click(remove(3));
  expect(document.activeElement).toBe(remove(2));
  await user.click(remove(2));
  await user.click(remove(1));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Start with a square' }));
});

it('given an outline, when all corners are removed, then the button to start anew has the focus', async () => {
  const { user } = await showOutline();
  await user.click(screen.getByRole('button', { name: 'Remove all corners' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Start with a square' }));
});

it('given a kind is chosen, then a place without a name of its own has the name of the kind', async () => {
  const { user } = await showTab();
  await user.click(screen.getByRole('button', { name: 'Add Geofence' }));
  const name = screen.getByLabelText<HTMLInputElement>('Location Name');
  for (const kind of ['Home', 'School']) {
    await user.click(screen.getByRole('radio', { name: kind }));
    expect(name.value).toBe(kind);
  }
  await user.clear(name);
  await user.type(name, 'Gym');
  await user.click(screen.getByRole('radio', { name: 'Sport' }));
  expect(name.value).toBe('Gym');
});

it('given a refused form, when all is filled in, then the sentence goes before the next try', async () => {
  const { user } = await showTab();
  const sentence = () => screen.queryByText('Please fill out all required fields');
  await user.click(screen.getByRole('button', { name: 'Add Geofence' }));
  await user.type(screen.getByLabelText('Latitude'), '1');
  await user.type(screen.getByLabelText('Longitude'), '2');
  await user.click(screen.getByRole('button', { name: 'Create Geofence' }));
  expect(sentence()).not.toBeNull();
  await user.type(screen.getByLabelText('Location Name'), 'H');
  expect(sentence()).toBeNull();
});

it('given one’s own place is on its way, then the form waits with what it would save', async () => {
  let arrive = () => {};
  const { user, fake } = await showTab();
  fake.onLocate(() => new Promise((resolve) => (arrive = () => resolve(createFix()))));
  await user.click(screen.getByRole('button', { name: 'Add Geofence' }));
  await user.type(screen.getByLabelText('Location Name'), 'Home');
  await user.type(screen.getByLabelText('Latitude'), '1');
  await user.type(screen.getByLabelText('Longitude'), '2');
  await user.click(screen.getByRole('button', { name: 'Use my location' }));
  await user.click(screen.getByRole('button', { name: 'Waiting for your position…' }));
  await user.type(screen.getByLabelText('Location Name'), '{Enter}');
  const created = () =>
    fake.recorded.calls.filter(({ path, input }) => path === '/api/geofences' && input.body);
  expect(created()).toEqual([]);
  await act(async () => arrive());
  await user.click(screen.getByRole('button', { name: 'Create Geofence' }));
  expect(created()).toHaveLength(1);
});
