import { act, screen } from '@testing-library/react';
import { familiesLoaded } from '#client/features/families/slice';
import { FamilySetupPage } from '#client/pages/family-setup/FamilySetupPage.tsx';
import { createFamily } from '../../support/builders';
import { renderInApp } from '../../support/renderInApp';
import { signedInStore } from '../../support/signedInStore';

it('given a family that was created before a reload, when the list comes, then the page names it', async () => {
  const { store, fake } = await signedInStore(({ answers }) => {
    answers['GET /api/families'] = () => [];
  });
  renderInApp(<FamilySetupPage />, { store, services: fake.services });
  expect(screen.queryByText(/^You are in/u)).toBeNull();
  const families = [createFamily('f1'), createFamily('f2')];
  act(() => void store.dispatch(familiesLoaded({ families })));
  expect(screen.getByText('You are in Family f1, Family f2 already.')).toBeTruthy();
});
