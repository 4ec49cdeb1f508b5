import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { Link, MemoryRouter, Navigate } from 'react-router-dom';
import { GeofencesTab } from '#client/features/geofences/views/GeofencesTab.tsx';
import { loadErrorTexts } from '#client/i18n/errorTexts';
import { readSettings } from '#client/services/settings';
import { AppContext } from '#client/store/hooks';
import type { FakeServices } from '../../support/fakeServices';
import { signedInStore } from '../../support/signedInStore';

jest.mock('#client/map/mapboxLibrary', () => jest.requireActual('../../map/fakeMapbox'));

beforeAll(loadErrorTexts);

async function showTab(change: (fake: FakeServices) => void = () => undefined) {
  const all = await signedInStore(change);
  const navigation = { Link, Navigate };
  render(
    <Provider store={all.store}>
      <AppContext value={{ ...all.fake.services, settings: readSettings(document), navigation }}>
        <MemoryRouter>
          <GeofencesTab />
        </MemoryRouter>
      </AppContext>
    </Provider>,
  );
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
