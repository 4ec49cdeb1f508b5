import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { Link, MemoryRouter, Navigate } from 'react-router-dom';
import { createAppStore } from '#client/app/createStore';
import { familiesLoaded } from '#client/features/families/slice';
import { signedIn } from '#client/features/session/slice';
import { FamilyPage } from '#client/pages/family/FamilyPage.tsx';
import { readSettings } from '#client/services/settings';
import { AppContext } from '#client/store/hooks';
import { ANA, createFamily } from '../../support/builders';
import { fakeServices } from '../../support/fakeServices';

it('given two families, when the other is chosen, then the choice keeps the focus', async () => {
  const { services } = fakeServices();
  const store = createAppStore({ services, runSagas: false });
  store.dispatch(signedIn({ user: ANA }));
  store.dispatch(
    familiesLoaded({ families: [createFamily('f1', ['ana']), createFamily('f2', ['ana', 'ben'])] }),
  );
  render(
    <Provider store={store}>
      <AppContext value={{ ...services, settings: readSettings(document), navigation: { Link, Navigate } }}>
        <MemoryRouter>
          <FamilyPage />
        </MemoryRouter>
      </AppContext>
    </Provider>,
  );
  const user = userEvent.setup();
  const choice = screen.getByLabelText<HTMLSelectElement>('Family');
  await user.click(choice);
  await user.selectOptions(choice, 'f2');
  expect(screen.getByText('ben')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Family'));
});
