import { screen } from '@testing-library/react';
import { ProfilePage } from '#client/pages/profile/ProfilePage.tsx';
import { loadErrorTexts } from '#client/i18n/errorTexts';
import { profileOpened } from '#client/store/pageActions';
import { renderInApp } from '../../support/renderInApp';
import { signedInStore } from '../../support/signedInStore';

jest.mock('#client/map/mapboxLibrary', () => jest.requireActual('../../map/fakeMapbox'));

beforeAll(loadErrorTexts);

it('given a profile, then a line below its links says that "Message" opens the chat of the family', async () => {
  const all = await signedInStore();
  await import('#client/app/memberPageSagas');
  await all.perform(profileOpened({ userId: 'ben' }));
  renderInApp(<ProfilePage />, { store: all.store, services: all.fake.services });
  const link = await screen.findByRole('link', { name: 'Message' });
  expect(link.getAttribute('href')).toBe('/chat');
  const line = screen.getByText('“Message” opens the chat of your family, which every member reads.');
  expect(link.compareDocumentPosition(line)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});
