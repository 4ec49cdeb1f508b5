import { screen, waitFor } from '@testing-library/react';
import { ProfilePage } from '#client/pages/profile/ProfilePage.tsx';
import { loadErrorTexts } from '#client/i18n/errorTexts';
import { profileOpened } from '#client/store/pageActions';
import { FakeMap } from '../../map/fakeMapbox';
import { createFamily, createLocation } from '../../support/builders';
import { renderInApp } from '../../support/renderInApp';
import { signedInStore } from '../../support/signedInStore';

jest.mock('#client/map/mapboxLibrary', () => jest.requireActual('../../map/fakeMapbox'));

beforeAll(loadErrorTexts);

/** The profile of Ben. */
async function showProfile(change?: Parameters<typeof signedInStore>[0]) {
  const all = await signedInStore(change);
  await import('#client/app/memberPageSagas');
  await all.perform(profileOpened({ userId: 'ben' }));
  renderInApp(<ProfilePage />, { store: all.store, services: all.fake.services });
  return screen.findByRole('link', { name: 'Message' });
}

it.each([
  ['+386 (40) 111 222', 'tel:+38640111222'],
  ['112', 'tel:112'],
  ['hello', undefined],
  ['abc😀', undefined],
  ['room 12', undefined],
])('given the phone number %j, then its call goes to %p', async (phone, address) => {
  const family = createFamily('f1', ['ana', 'ben']);
  const members = family.members.map((member) => (member.id === 'ben' ? { ...member, phone } : member));
  await showProfile(({ answers }) => {
    answers['GET /api/families'] = () => [{ ...family, members }];
  });
  expect(screen.queryByRole('link', { name: 'Call' })?.getAttribute('href')).toBe(address);
});

it('given a profile, then a line below its links says that "Message" opens the chat of the family', async () => {
  const link = await showProfile();
  expect(link.getAttribute('href')).toBe('/chat');
  const line = screen.getByText('“Message” opens the chat of your family, which every member reads.');
  expect(link.compareDocumentPosition(line)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it.each([
  [12, 14],
  [900, 12],
])('given a position with an accuracy of %p m, then the zoom of its map is %p', async (accuracy, zoom) => {
  FakeMap.all = [];
  await showProfile(({ answers }) => {
    answers['GET /api/locations/family'] = () => [{ ...createLocation('ben'), accuracy }];
  });
  await waitFor(() => expect(FakeMap.all).toHaveLength(1));
  await waitFor(() => expect(FakeMap.all[0]?.easeTo).toHaveBeenCalledWith(expect.objectContaining({ zoom })));
});
