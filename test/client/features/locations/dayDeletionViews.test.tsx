import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import type { Timeline } from '#contract/timeline';
import { createAppStore } from '#client/app/createStore';
import { familiesLoaded } from '#client/features/families/slice';
import {
  currentDateResolved,
  dayDeleted,
  dayLoaded,
  deletionConfirmed,
  deletionFailed,
} from '#client/features/locations/history/slice';
import {
  DayDeleted,
  DeleteDayButton,
  DeleteDayDialog,
} from '#client/features/locations/history/views/DayDeletion.tsx';
import { signedIn } from '#client/features/session/slice';
import { loadErrorTexts } from '#client/i18n/errorTexts';
import { historyOpened } from '#client/store/pageActions';
import { ANA, createFamily } from '../../support/builders';
import { fakeServices, NOW } from '../../support/fakeServices';

beforeAll(loadErrorTexts);

/** One position at 45° north, 13° east. */
const BLOCKS = [
  { start: NOW, count: 1, times: 'A', latitudes: 'g0y61C', longitudes: 'g0u5Y', accuracies: 'iF' },
];
const TIMELINE: Timeline = {
  date: '2026-05-01',
  tz: 'UTC',
  entries: [],
  distance: 0,
  moving: 0,
  leftOut: 0,
};

/** Ana's own day. */
function show(timeline = TIMELINE) {
  const store = createAppStore({ services: fakeServices().services, runSagas: false });
  for (const action of [
    signedIn({ user: ANA }),
    familiesLoaded({ families: [createFamily('f1', ['ana', 'ben'])] }),
    historyOpened({ userId: ANA.id }),
    currentDateResolved({ today: '2026-05-01', timeZone: 'UTC' }),
    dayLoaded({ blocks: BLOCKS, timeline }),
  ])
    store.dispatch(action);
  const dispatched = jest.spyOn(store, 'dispatch');
  render(
    <Provider store={store}>
      <h1 tabIndex={-1}>My history</h1>
      <DayDeleted />
      <DeleteDayButton />
      <DeleteDayDialog />
    </Provider>,
  );
  return { store, last: () => dispatched.mock.calls.at(-1)?.[0], user: userEvent.setup() };
}
const dialog = () => screen.queryByRole('alertdialog', { name: 'Delete this day?' });
const ask = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: 'Delete this day' }));
/** The button with these words in the dialog, which comes after the one that opened it. */
const inDialog = (name: string) =>
  screen.getAllByRole('button', { name, hidden: true }).at(-1) as HTMLElement;

it('given the button is pressed, then a question says what goes and what stays', async () => {
  const { user, last } = show();
  await ask(user);
  expect(dialog()?.textContent).toContain('Your positions of Friday, May 1 are deleted');
  expect(dialog()?.textContent).toContain('so does your latest position on the map');
  expect(dialog()?.textContent).not.toContain('imported');
  await user.click(inDialog('Delete this day'));
  expect(last()).toEqual(deletionConfirmed());
  expect(inDialog('Deleting...').hasAttribute('disabled')).toBe(true);
});

it('given the question is cancelled, then it closes, and nothing is deleted', async () => {
  const { user } = show();
  await ask(user);
  await user.click(inDialog('Cancel'));
  expect(dialog()).toBeNull();
});

it('given some positions are imported, then the question and the notice say that these stay', async () => {
  const imported = { ...TIMELINE, imported: 'some' as const };
  const { store, user } = show(imported);
  await ask(user);
  expect(dialog()?.textContent).toContain('Positions that you imported stay.');
  act(() => {
    store.dispatch(deletionConfirmed());
    store.dispatch(dayDeleted({ userId: ANA.id, date: '2026-05-01' }));
    store.dispatch(dayLoaded({ blocks: BLOCKS, timeline: { ...imported, imported: 'all' } }));
  });
  expect(screen.getByRole('status').textContent).toContain('Those that you imported are still here.');
  expect(screen.queryByRole('button', { name: 'Delete this day' })).toBeNull();
});

it('given the deletion fails, then the question says why, and can be answered again', async () => {
  const { store, user } = show();
  await ask(user);
  act(() => {
    store.dispatch(deletionConfirmed());
    store.dispatch(deletionFailed({ code: 'history_not_deletable' }));
  });
  expect(screen.getByRole('alert').textContent).toBe(
    'This server cannot delete positions yet. Nothing was deleted.',
  );
  expect(inDialog('Delete this day').hasAttribute('disabled')).toBe(false);
});

it('given the day was deleted, then a notice says so, and the focus is on the title', async () => {
  const { store, user } = show();
  await ask(user);
  await user.click(inDialog('Delete this day'));
  act(() => {
    store.dispatch(dayDeleted({ userId: ANA.id, date: '2026-05-01' }));
  });
  expect(dialog()).toBeNull();
  expect(screen.getByRole('status').textContent).toBe('Your positions of Friday, May 1 were deleted.');
  expect(document.activeElement?.textContent).toBe('My history');
});
