import { act, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { Link, MemoryRouter, Navigate } from 'react-router-dom';
import { familiesLoaded } from '#client/features/families/slice';
import { FamilySetupPage } from '#client/pages/family-setup/FamilySetupPage.tsx';
import { readSettings } from '#client/services/settings';
import { AppContext } from '#client/store/hooks';
import { createFamily } from '../../support/builders';
import { signedInStore } from '../../support/signedInStore';

it('given a family that was created before a reload, when the list comes, then the page names it', async () => {
  const { store, fake } = await signedInStore(({ answers }) => {
    answers['GET /api/families'] = () => [];
  });
  const navigation = { Link, Navigate };
  render(
    <Provider store={store}>
      <AppContext value={{ ...fake.services, settings: readSettings(document), navigation }}>
        <MemoryRouter>
          <FamilySetupPage />
        </MemoryRouter>
      </AppContext>
    </Provider>,
  );
  expect(screen.queryByText(/^You are in/u)).toBeNull();
  const families = [createFamily('f1'), createFamily('f2')];
  act(() => void store.dispatch(familiesLoaded({ families })));
  expect(screen.getByText('You are in Family f1, Family f2 already.')).toBeTruthy();
});
