import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Import } from '#contract/imports';
import { createAppStore } from '#client/app/createStore';
import {
  importsLoaded,
  taskEnded,
  taskFailed,
  uploadProgressed,
} from '#client/features/locations/imports/slice';
import { ImportSection } from '#client/features/locations/imports/views/ImportSection.tsx';
import { signedIn } from '#client/features/session/slice';
import { PageTitle } from '#client/ui/Page.tsx';
import { ANA, createImport } from '../../support/builders';
import { fakeServices } from '../../support/fakeServices';
import { renderInApp } from '../../support/renderInApp';

const FIRST = createImport();
const LATER = { ...FIRST, id: 'i2', name: 'more.gpx', doubles: 60, createdAt: '2026-01-01T09:00:00.000Z' };

function showSection(list: Import[]) {
  const { services } = fakeServices();
  const store = createAppStore({ services, runSagas: false });
  store.dispatch(signedIn({ user: ANA }));
  store.dispatch(importsLoaded(list));
  const dispatched = jest.spyOn(store, 'dispatch');
  renderInApp(
    <>
      <PageTitle>Import and export</PageTitle>
      <ImportSection />
    </>,
    { store, services },
  );
  return { dispatched, store, user: userEvent.setup() };
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

const ACCEPTED = { ...FIRST, state: 'accepted' as const };

it('given imports, when one is undone, then the focus is on its button, then on the next import', async () => {
  const { store, user } = showSection([ACCEPTED, { ...ACCEPTED, id: 'i2' }]);
  const [undo, next] = screen.getAllByRole('button', { name: 'Undo import' });
  if (undo) await user.click(undo);
  await user.click(screen.getByRole('button', { name: 'Remove them' }));
  expect(document.activeElement).toBe(undo);
  await act(async () => {
    store.dispatch(importsLoaded([{ ...ACCEPTED, id: 'i2' }]));
    store.dispatch(taskEnded());
  });
  expect(document.activeElement).toBe(next);
});

it('given an import, when undoing it is declined, then the focus is on the button that asked', async () => {
  const { user } = showSection([ACCEPTED]);
  await user.click(screen.getByRole('button', { name: 'Undo import' }));
  await user.click(screen.getByRole('button', { name: 'Keep them' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Undo import' }));
});

it('given one file that waits, when it is discarded, then the title of the page has the focus', async () => {
  const { store, user } = showSection([FIRST]);
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  await act(async () => void store.dispatch(importsLoaded([])));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Import and export' }));
});

it('given a file, when its upload begins and ends, then the focus is on the button in its place', async () => {
  const { store, user } = showSection([]);
  await user.click(screen.getByRole('button', { name: 'Choose a file' }));
  await act(async () => void store.dispatch(uploadProgressed({ name: 'walk.gpx', percent: 0 })));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }));
  await act(async () => void store.dispatch(uploadProgressed(null)));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Choose a file' }));
});

it('given an undo that failed, then only its own file says so', () => {
  const { store } = showSection([LATER, FIRST]);
  const error = { code: 'import_not_undone' } as const;
  act(() => void store.dispatch(taskFailed({ task: 'undo', id: 'i1', error })));
  const [later, first] = screen.getAllByRole('listitem');
  expect(later && within(later).queryByRole('alert')).toBeNull();
  expect(first && within(first).getByRole('alert')).toBeTruthy();
});
