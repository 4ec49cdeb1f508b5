import { screen } from '@testing-library/react';
import { createAppStore } from '#client/app/createStore';
import { familiesLoaded } from '#client/features/families/slice';
import { signedIn } from '#client/features/session/slice';
import { ViewersSection } from '#client/pages/account/ViewersSection.tsx';
import type { Family } from '#contract/families';
import { ANA, createFamily } from '../../support/builders';
import { fakeServices } from '../../support/fakeServices';
import { renderInApp } from '../../support/renderInApp';

function showViewers(families: Family[]) {
  const { services } = fakeServices();
  const store = createAppStore({ services, runSagas: false });
  store.dispatch(signedIn({ user: ANA }));
  store.dispatch(familiesLoaded({ families }));
  renderInApp(<ViewersSection />, { store, services });
}

it('given two families, then each names the others in it, by name', () => {
  showViewers([createFamily('f1', ['ana', 'cem', 'ben']), createFamily('f2', ['ana'])]);
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Family f1',
    'Family f2',
  ]);
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'ben, cem',
    'No one else is in this family.',
  ]);
});

it('given no family, then no one sees the user', () => {
  showViewers([]);
  expect(screen.getByText('No one. You are in no family.')).toBeTruthy();
});
