import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createAppStore } from '#client/app/createStore';
import { familiesLoaded } from '#client/features/families/slice';
import { signedIn } from '#client/features/session/slice';
import { FamilyPage } from '#client/pages/family/FamilyPage.tsx';
import { ANA, createFamily } from '../../support/builders';
import { fakeServices } from '../../support/fakeServices';
import { renderInApp } from '../../support/renderInApp';

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
