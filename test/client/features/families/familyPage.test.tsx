import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createAppStore } from '#client/app/createStore';
import { familiesLoaded } from '#client/features/families/slice';
import { signedIn } from '#client/features/session/slice';
import { FamilyPage } from '#client/pages/family/FamilyPage.tsx';
import { ANA, createFamily } from '../../support/builders';
import { fakeServices } from '../../support/fakeServices';
import { renderInApp } from '../../support/renderInApp';

it('given members who joined in any order, then the others are listed by name, and oneself last', () => {
  const { services } = fakeServices();
  const store = createAppStore({ services, runSagas: false });
  store.dispatch(signedIn({ user: ANA }));
  const family = createFamily('f1', ['Zala', 'ana', 'Émile', 'bor', 'Fran']);
  store.dispatch(familiesLoaded({ families: [{ ...family, name: 'The Marins' }] }));
  renderInApp(<FamilyPage />, { store, services });
  expect(screen.getByRole('heading', { level: 1, name: 'The Marins' })).toBeTruthy();
  const list = screen.getByRole('list', { name: 'Members of The Marins' });
  const names = within(list).getAllByRole('listitem');
  expect(names.map((row) => row.querySelector('.account-member-text')?.textContent)).toEqual([
    'bor',
    'Émile',
    'Fran',
    'Zala',
    'ana (you)',
  ]);
});

it('given two families, when the other is chosen, then the choice keeps the focus', async () => {
  const { services } = fakeServices();
  const store = createAppStore({ services, runSagas: false });
  store.dispatch(signedIn({ user: ANA }));
  store.dispatch(
    familiesLoaded({ families: [createFamily('f1', ['ana']), createFamily('f2', ['ana', 'ben'])] }),
  );
  renderInApp(<FamilyPage />, { store, services });
  const user = userEvent.setup();
  const choice = screen.getByLabelText<HTMLSelectElement>('Family');
  await user.click(choice);
  await user.selectOptions(choice, 'f2');
  expect(screen.getByText('ben')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Family'));
});
