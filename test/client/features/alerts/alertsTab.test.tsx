import { act, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import userEvent from '@testing-library/user-event';
import { selectUnreadCount } from '#client/features/alerts/selectors';
import { AlertLayer } from '#client/features/alerts/views/AlertLayer.tsx';
import { AlertsTab } from '#client/features/alerts/views/AlertsTab.tsx';
import { selectSelectedFamily } from '#client/features/families/selectors';
import { familiesLoaded } from '#client/features/families/slice';
import { geofencesLoaded } from '#client/features/geofences/slice';
import { selectCamera, selectSelectedMemberId } from '#client/features/locations/selectors';
import { locationsLoaded } from '#client/features/locations/slice';
import { loadErrorTexts } from '#client/i18n/errorTexts';
import {
  createCrossing,
  createFamily,
  createGeofence,
  createLocation,
  createSos,
} from '../../support/builders';
import { flushPromises } from '../../support/fakeServices';
import { renderInApp } from '../../support/renderInApp';
import { signedInStore } from '../../support/signedInStore';

beforeAll(loadErrorTexts);

/** @param layer what is above the page */
function showTab(
  { store, fake }: Pick<Awaited<ReturnType<typeof signedInStore>>, 'store' | 'fake'>,
  layer?: ReactNode,
) {
  renderInApp(
    <>
      <h1 tabIndex={-1}>Page</h1>
      <AlertsTab />
      {layer}
    </>,
    { store, services: fake.services },
  );
}

it('given unread alerts, when "Mark all as read" is pressed, then all are read and the button goes', async () => {
  const { store, fake } = await signedInStore();
  for (const geofenceId of ['g1', 'g2'])
    fake.receive('geofence:entered', createCrossing({ alertId: `at ${geofenceId}`, geofenceId }));
  await flushPromises();
  expect(selectUnreadCount(store.getState())).toBe(2);
  showTab({ store, fake });
  await userEvent.setup().click(screen.getByRole('button', { name: 'Mark all as read' }));
  expect(selectUnreadCount(store.getState())).toBe(0);
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Page' }));
});

it('given alerts, then they come before the way to what reaches the user', async () => {
  const { store, fake } = await signedInStore();
  fake.receive('geofence:entered', createCrossing({ alertId: 'a1', geofenceId: 'g1' }));
  await flushPromises();
  showTab({ store, fake });
  const settings = screen.getByRole('link', { name: 'Notifications' });
  const order = screen.getByRole('listitem').compareDocumentPosition(settings);
  expect(order).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it('given two families, then an arrival says whose place it was', async () => {
  const { store, fake } = await signedInStore();
  const families = [createFamily('f1', ['ana', 'ben']), createFamily('f2', ['ana', 'ben'])];
  store.dispatch(familiesLoaded({ families }));
  store.dispatch(geofencesLoaded({ geofences: [createGeofence('g2', { familyId: 'f2' })] }));
  fake.receive('geofence:entered', createCrossing({ alertId: 'a1', geofenceId: 'g2' }));
  await flushPromises();
  showTab({ store, fake });
  expect(screen.getByText('Family f2')).toBeTruthy();
  act(() => void store.dispatch(familiesLoaded({ families: families.slice(1) })));
  expect(screen.queryByText('Family f2')).toBeNull();
});

describe('the way from an arrival to the map', () => {
  const link = () => screen.queryByRole('link', { name: 'Show ben on the map' });

  it('given a member with a position in another family, when it is pressed, then the map shows them', async () => {
    const { store, fake } = await signedInStore();
    const families = [createFamily('f1', ['ana', 'cem']), createFamily('f2', ['ana', 'ben'])];
    store.dispatch(familiesLoaded({ families }));
    fake.receive('geofence:entered', createCrossing({ alertId: 'a1' }));
    await flushPromises();
    showTab({ store, fake });
    const way = link();
    expect(way?.getAttribute('href')).toBe('/');
    await userEvent.setup().click(way ?? document.body);
    expect(selectSelectedMemberId(store.getState())).toBe('ben');
    expect(selectSelectedFamily(store.getState())?.id).toBe('f2');
    expect(selectCamera(store.getState())).toMatchObject({ latitude: 45.2, longitude: 13.7 });
    expect(selectUnreadCount(store.getState())).toBe(0);
  });

  it('given no position, or a member who has left the family, then there is none', async () => {
    const { store, fake } = await signedInStore();
    store.dispatch(familiesLoaded({ families: [createFamily('f1', ['ana', 'ben'])] }));
    fake.receive('geofence:exited', createCrossing({ alertId: 'a1' }));
    await flushPromises();
    showTab({ store, fake });
    expect(link()).not.toBeNull();
    act(() => void store.dispatch(locationsLoaded({ locations: [] })));
    expect(link()).toBeNull();
    act(() => void store.dispatch(locationsLoaded({ locations: [createLocation('ben')] })));
    expect(link()).not.toBeNull();
    act(() => void store.dispatch(familiesLoaded({ families: [createFamily('f1', ['ana'])] })));
    expect(screen.queryByRole('link', { name: /on the map$/u })).toBeNull();
  });
});

it('given two families, then an SOS says of which of them its caller is', async () => {
  const { store, fake } = await signedInStore();
  const families = [createFamily('f1', ['ana', 'cem']), createFamily('f2', ['ana', 'ben', 'cem'])];
  store.dispatch(familiesLoaded({ families }));
  fake.receive('sos:alert', createSos({ alertId: 'a1' }));
  await flushPromises();
  showTab({ store, fake }, <AlertLayer />);
  expect(await screen.findAllByText(/Family f2/u)).toHaveLength(2);
  await act(async () => {
    fake.receive('sos:alert', createSos({ id: 's2', alertId: 'a2', userId: 'cem', userName: 'Cem' }));
    await flushPromises();
  });
  expect(screen.getAllByText(/Family f2/u)).toHaveLength(2);
});

it('given an SOS that is over and whose caller has left the family, then its banner says so', async () => {
  const { store, fake } = await signedInStore((before) => (before.answers['GET /api/sos'] = () => []));
  fake.receive('sos:alert', createSos({ alertId: 'a1' }));
  fake.receive('sos:ended', {
    alertId: 'a2',
    id: 's1',
    userId: 'ben',
    userName: 'Ben Kos',
    ending: 'safe',
    startedAt: '2026-05-01T11:59:00.000Z',
    timestamp: '2026-05-01T12:01:00.000Z',
  });
  await flushPromises();
  showTab({ store, fake }, <AlertLayer />);
  const banner = await screen.findByRole('group', { name: /SOS/u });
  await within(banner).findByText('Ben Kos is safe. The SOS is over.');
  expect(within(banner).queryByRole('button', { name: 'On my way' })).toBeNull();
});
