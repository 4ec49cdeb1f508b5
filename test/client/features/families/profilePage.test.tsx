import { render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { Link, MemoryRouter, Navigate } from 'react-router-dom';
import { ProfilePage } from '#client/pages/profile/ProfilePage.tsx';
import { loadErrorTexts } from '#client/i18n/errorTexts';
import { readSettings } from '#client/services/settings';
import { AppContext } from '#client/store/hooks';
import { profileOpened } from '#client/store/pageActions';
import { signedInStore } from '../../support/signedInStore';

jest.mock('#client/map/mapboxLibrary', () => jest.requireActual('../../map/fakeMapbox'));

beforeAll(loadErrorTexts);

it('given a profile, then a line below its links says that "Message" opens the chat of the family', async () => {
  const all = await signedInStore();
  await import('#client/app/memberPageSagas');
  await all.perform(profileOpened({ userId: 'ben' }));
  render(
    <Provider store={all.store}>
      <AppContext
        value={{
          ...all.fake.services,
          settings: readSettings(document),
          navigation: { Link, Navigate },
        }}
      >
        <MemoryRouter>
          <ProfilePage />
        </MemoryRouter>
      </AppContext>
    </Provider>,
  );
  const link = await screen.findByRole('link', { name: 'Message' });
  expect(link.getAttribute('href')).toBe('/chat');
  const line = screen.getByText('“Message” opens the chat of your family, which every member reads.');
  expect(link.compareDocumentPosition(line)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});
