import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { Link, Navigate } from 'react-router-dom';
import type { Import } from '#contract/imports';
import { createAppStore } from '#client/app/createStore';
import { importsLoaded } from '#client/features/locations/imports/slice';
import { ImportSection } from '#client/features/locations/imports/views/ImportSection.tsx';
import { signedIn } from '#client/features/session/slice';
import { readSettings } from '#client/services/settings';
import { AppContext } from '#client/store/hooks';
import { ANA, createImport } from '../../support/builders';
import { fakeServices } from '../../support/fakeServices';

const FIRST = createImport();
const LATER = { ...FIRST, id: 'i2', name: 'more.gpx', doubles: 60, createdAt: '2026-01-01T09:00:00.000Z' };

function showSection(list: Import[]) {
  const { services } = fakeServices();
  const store = createAppStore({ services, runSagas: false });
  store.dispatch(signedIn({ user: ANA }));
  store.dispatch(importsLoaded(list));
  const dispatched = jest.spyOn(store, 'dispatch');
  render(
    <Provider store={store}>
      <AppContext value={{ ...services, settings: readSettings(document), navigation: { Link, Navigate } }}>
        <ImportSection />
      </AppContext>
    </Provider>,
  );
  return { dispatched, user: userEvent.setup() };
}

const UNDONE = expect.objectContaining({ payload: { id: 'i1' } });

it('given a file that waits, when it is discarded, then it goes at once', async () => {
  const { dispatched, user } = showSection([FIRST]);
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(dispatched).toHaveBeenCalledWith(UNDONE);
});

it('given a later file that left its positions out, then the question says to choose that one again', async () => {
  const { dispatched, user } = showSection([LATER, FIRST]);
  const [, discard] = screen.getAllByRole('button', { name: 'Discard' });
  if (discard) await user.click(discard);
  expect(dispatched).not.toHaveBeenCalledWith(UNDONE);
  expect(screen.getByRole('group', { name: 'Undo import' }).textContent).toContain(
    'Positions that were in more.gpx too were left out there',
  );
  await user.click(screen.getByRole('button', { name: 'Remove them' }));
  expect(dispatched).toHaveBeenCalledWith(UNDONE);
});
