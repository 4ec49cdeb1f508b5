import { act, screen } from '@testing-library/react';
import { createAppStore } from '#client/app/createStore';
import { familiesLoaded } from '#client/features/families/slice';
import { dayLoadFailed } from '#client/features/locations/history/slice';
import { signedIn } from '#client/features/session/slice';
import { HistoryPage } from '#client/pages/history/HistoryPage.tsx';
import { historyOpened } from '#client/store/pageActions';
import { ANA, createFamily } from '../../support/builders';
import { fakeServices } from '../../support/fakeServices';
import { renderInApp } from '../../support/renderInApp';

it('given a day that cannot be loaded, then it can be tried again; of who has left, the map is offered', () => {
  const { services } = fakeServices();
  const store = createAppStore({ services, runSagas: false });
  store.dispatch(signedIn({ user: ANA }));
  store.dispatch(familiesLoaded({ families: [createFamily('f1', ['ana', 'ben'])] }));
  store.dispatch(historyOpened({ userId: 'ben' }));
  store.dispatch(dayLoadFailed({ detail: null }));
  renderInApp(<HistoryPage />, { store, services });
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Back to the map' })).toBeNull();
  act(() => void store.dispatch(familiesLoaded({ families: [createFamily('f1', ['ana'])] })));
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Back to the map' }).getAttribute('href')).toBe('/');
});
