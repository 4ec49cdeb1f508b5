import { screen } from '@testing-library/react';
import { ProfilePage } from '#client/pages/profile/ProfilePage.tsx';
import { loadErrorTexts } from '#client/i18n/errorTexts';
import { profileOpened } from '#client/store/pageActions';
import { createFamily } from '../../support/builders';
import { renderInApp } from '../../support/renderInApp';
import { signedInStore } from '../../support/signedInStore';

jest.mock('#client/map/mapboxLibrary', () => jest.requireActual('../../map/fakeMapbox'));

beforeAll(loadErrorTexts);

/** The profile of Ben, who shares a phone number or none. */
async function showProfile(phone?: string) {
  const all = await signedInStore((fake) => {
    const family = createFamily('f1', ['ana', 'ben']);
    const members = family.members.map((member) =>
      member.id === 'ben' && phone !== undefined ? { ...member, phone } : member,
    );
    fake.answers['GET /api/families'] = () => [{ ...family, members }];
  });
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
  await showProfile(phone);
  expect(screen.queryByRole('link', { name: 'Call' })?.getAttribute('href')).toBe(address);
});

it('given a profile, then a line below its links says that "Message" opens the chat of the family', async () => {
  const link = await showProfile();
  expect(link.getAttribute('href')).toBe('/chat');
  const line = screen.getByText('“Message” opens the chat of your family, which every member reads.');
  expect(link.compareDocumentPosition(line)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});
