import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createAppStore } from '#client/app/createStore';
import { familiesLoaded, type Family, familyLeft } from '#client/features/families/slice';
import { EndedMembership } from '#client/features/families/views/EndedMembership.tsx';
import { LeaveFamily } from '#client/features/families/views/LeaveFamily.tsx';
import { signedIn } from '#client/features/session/slice';
import { ANA, createFamily } from '../../support/builders';
import { fakeServices } from '../../support/fakeServices';

/** Ana is asked whether to leave the family. */
async function ask(family: Family) {
  const { services } = fakeServices();
  const store = createAppStore({ services, runSagas: false });
  store.dispatch(signedIn({ user: ANA }));
  store.dispatch(familiesLoaded({ families: [family] }));
  render(
    <Provider store={store}>
      <LeaveFamily family={family} />
    </Provider>,
  );
  await userEvent.setup().click(screen.getByRole('button', { name: 'Leave family' }));
  return screen.getByRole('alertdialog');
}

it.each([
  ['the last member', ['ana'], /^You are its only member, so its places and messages are deleted\./u],
  ['one of two', ['ana', 'ben'], /You can come back with an invitation code\.$/u],
])('given %s leaves, then the question says what becomes of the family', async (_, memberIds, text) => {
  const dialog = await ask(createFamily('f1', memberIds));
  expect(dialog.querySelector('p')?.textContent).toMatch(text);
});

it.each([
  ['the only admin', ['ana'], 'You are its only admin. ben, who joined first, becomes admin.'],
  ['one of two admins', ['ana', 'cilka'], undefined],
  ['someone who is no admin', ['ben'], undefined],
  ['a member of a family without admins', [], undefined],
])('given %s leaves, then the question says who becomes admin, if anyone does', async (_, admins, text) => {
  const family = createFamily('f1', ['ben', 'ana', 'cilka']);
  const members = family.members.map((member) => ({ ...member, isAdmin: admins.includes(member.id) }));
  const dialog = await ask({ ...family, members });
  expect(dialog.querySelectorAll('p')[1]?.textContent).toBe(text);
});

it('given a family was left here, then a notice says so, and the top of the page is shown', () => {
  const { services } = fakeServices();
  const store = createAppStore({ services, runSagas: false });
  store.dispatch(signedIn({ user: ANA }));
  store.dispatch(familiesLoaded({ families: [createFamily('f1'), createFamily('f2')] }));
  const scrolled = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  render(
    <Provider store={store}>
      <EndedMembership />
      <h1 tabIndex={-1}>Family</h1>
    </Provider>,
  );
  act(() => void store.dispatch(familyLeft({ familyId: 'f1' })));
  expect(screen.getByRole('status').textContent).toContain('You left Family f1.');
  expect(scrolled).toHaveBeenCalledWith({ top: 0 });
  expect(document.activeElement).toBe(screen.getByRole('heading'));
});
