import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { callsChanged } from '#client/features/alerts/calls/slice';
import { locationsUpdated, memberSelected, sharingStarted } from '#client/features/locations/slice';
import { presencesLoaded } from '#client/features/locations/whereabouts/slice';
import { WhereaboutsLine } from '#client/features/locations/whereabouts/views/WhereaboutsLine.tsx';
import { MemberCard } from '#client/pages/map/MemberCard.tsx';
import type { OnceAlert } from '#contract/checkIns';
import type { Presence } from '#contract/phones';
import { createCall, createGeofence, createLocation } from '../../support/builders';
import { flushPromises, NOW } from '../../support/fakeServices';
import { renderInApp } from '../../support/renderInApp';
import { signedInStore } from '../../support/signedInStore';

const presence: Presence = {
  userId: 'ben',
  place: null,
  since: null,
  speed: null,
  battery: 0.14,
  charging: false,
  lastHeardAt: new Date(NOW).toISOString(),
};

/** Ben's card, on a server with check-ins and one place; what the server was asked for. */
async function showCard(change: Partial<Presence> = {}) {
  const asked: string[] = [];
  let wanted: OnceAlert[] = [];
  const { store, fake } = await signedInStore((made) => {
    Object.assign(made.answers, {
      'GET /api/presence': () => [{ ...presence, ...change }],
      'GET /api/geofences': () => [createGeofence('g1', { name: 'School' })],
      'GET /api/checkins': () => [],
      'GET /api/checkin-requests': () => [],
      'GET /api/users/:id/once': () => wanted,
      'PUT /api/users/:id/once': ({ body }: { body: OnceAlert }) => {
        asked.push(`${body.kind} ${body.geofenceId}`);
        wanted = [body];
      },
      'DELETE /api/users/:id/once': () => void asked.push('removed'),
    });
    made.services.geocoder.reverse = () => Promise.resolve('12, Harbour Street, Old Town, Croatia');
  });
  await import('#client/app/laterSagas');
  await flushPromises();
  store.dispatch(memberSelected({ userId: 'ben' }));
  await flushPromises();
  renderInApp(<MemberCard userId="ben" />, { store, services: fake.services });
  return { store, asked, user: userEvent.setup() };
}

it('given a member on the way, then the card says near which street, and that the battery is low', async () => {
  await showCard();
  expect(await screen.findByText('Near Harbour Street')).toBeTruthy();
  expect(screen.getByText('14 %, battery low').dataset['low']).toBe('true');
});

it('given a member at a place, then no address is looked up', async () => {
  const { store } = await showCard({ place: { id: 'g1', name: 'School' } });
  expect(screen.getByText('At School')).toBeTruthy();
  expect(store.getState().locations.addresses).toEqual({});
});

it('given a member at a place, when pressed, then the departure sends one alert; again, then none', async () => {
  const { asked, user } = await showCard({ place: { id: 'g1', name: 'School' } });
  const row = await screen.findByRole('button', { name: /^Tell me when ben leaves School/u });
  expect(row.getAttribute('aria-pressed')).toBe('false');
  await user.click(row);
  await act(flushPromises);
  expect([asked, row.getAttribute('aria-pressed')]).toEqual([['departure g1'], 'true']);
  await user.click(row);
  await act(flushPromises);
  expect([asked.at(-1), row.getAttribute('aria-pressed')]).toEqual(['removed', 'false']);
});

it('given a member elsewhere, when pressed, then their arrival at the first place sends one alert', async () => {
  const { asked, user } = await showCard();
  await user.click(await screen.findByRole('button', { name: /^Tell me when ben arrives at School/u }));
  expect(asked).toEqual(['arrival g1']);
});

it('given the card, then its name has the focus, and Escape closes it for the screen below', async () => {
  const { store, user } = await showCard();
  expect(document.activeElement?.textContent).toBe('ben');
  await user.keyboard('{Escape}');
  expect(store.getState().locations.live.selectedMemberId).toBeNull();
});

it('given an SOS from somewhere else, then the card says so, and its distance and directions lead there', async () => {
  const { store } = await showCard({ place: { id: 'g1', name: 'School' } });
  const timestamp = new Date(NOW).toISOString();
  const own = createLocation('ana', { latitude: 45.25, longitude: 13.01, timestamp });
  const calledAt = '2026-05-01T11:59:30.000Z';
  const call = createCall({
    position: { latitude: 45.25, longitude: 13, accuracy: 20, timestamp: calledAt },
  });
  act(() => void store.dispatch(locationsUpdated({ locations: [own] })));
  act(() => void store.dispatch(callsChanged({ calls: [call] })));
  expect(screen.getByRole('link', { name: /^SOS since / }).getAttribute('href')).toBe('/sos/s1');
  expect(screen.queryByText('At School')).toBeNull();
  expect(screen.getByRole('link', { name: 'Directions' }).getAttribute('href')).toContain('45.25');
  expect(screen.getByText('780 m')).toBeTruthy();
  // Once the member has shared a newer position, that one counts.
  const newer = createLocation('ben', { latitude: 45, longitude: 13.01, timestamp });
  act(() => void store.dispatch(locationsUpdated({ locations: [newer] })));
  expect(screen.getByRole('link', { name: 'Directions' }).getAttribute('href')).not.toContain('45.25');
});

it('given one’s own place, then one is said to be there only while one shares', async () => {
  const { store, fake } = await signedInStore();
  const at = { ...presence, userId: 'ana', place: { id: 'g1', name: 'School' } };
  store.dispatch(presencesLoaded([at]));
  renderInApp(<WhereaboutsLine userId="ana" fallback="Last updated 5 minutes ago" />, {
    store,
    services: fake.services,
  });
  expect(screen.getByText('Last updated 5 minutes ago')).toBeTruthy();
  act(() => void store.dispatch(sharingStarted()));
  expect(screen.getByText('At School')).toBeTruthy();
});
