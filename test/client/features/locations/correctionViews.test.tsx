import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import type { Timeline } from '#contract/timeline';
import { createAppStore } from '#client/app/createStore';
import { familiesLoaded } from '#client/features/families/slice';
import {
  correctionClosed,
  correctionFailed,
  correctionOpened,
  correctionSaved,
  correctionSubmitted,
  correctionUndone,
  currentDateResolved,
  dayLoaded,
} from '#client/features/locations/history/slice';
import { CorrectionDialog } from '#client/features/locations/history/views/CorrectionDialog.tsx';
import { Corrections } from '#client/features/locations/history/views/Corrections.tsx';
import { loadErrorTexts } from '#client/i18n/errorTexts';
import { signedIn } from '#client/features/session/slice';
import { historyOpened } from '#client/store/pageActions';
import { ANA, createFamily, createGeofence } from '../../support/builders';
import { fakeServices } from '../../support/fakeServices';

beforeAll(loadErrorTexts);

const stay = (hour: string, end: string) => ({
  kind: 'stay' as const,
  start: `2026-05-01T${hour}:00.000Z`,
  end: `2026-05-01T${end}:00.000Z`,
  latitude: 45,
  longitude: 13,
  place: null,
  noSignalSeconds: 0,
});
const TIMELINE: Timeline = {
  date: '2026-05-01',
  tz: 'UTC',
  entries: [stay('08:00', '09:00'), stay('10:00', '11:00')],
  distance: 0,
  moving: 0,
  leftOut: 0,
  corrections: [
    {
      id: 'a',
      kind: 'false',
      start: '2026-05-01T12:00:00.000Z',
      end: '2026-05-01T13:00:00.000Z',
      placeId: null,
      name: null,
    },
  ],
};

const PlaceLink = ({ position }: { position: { latitude: number } }) => (
  <a href="/places">Place at {position.latitude}</a>
);

const RenameLink = ({ place }: { place: { name: string } }) => <a href="/places">Rename {place.name}</a>;

/** Ana's own day, with the form of her first stay open, and the actions that it dispatches. */
function show(timeline = TIMELINE) {
  const store = createAppStore({ services: fakeServices().services, runSagas: false });
  for (const action of [
    signedIn({ user: ANA }),
    familiesLoaded({ families: [createFamily('f1', ['ana', 'ben'])] }),
    historyOpened({ userId: ANA.id }),
    currentDateResolved({ today: '2026-05-01', timeZone: 'UTC' }),
    dayLoaded({ blocks: [], timeline }),
    correctionOpened({ entry: 0 }),
  ])
    store.dispatch(action);
  const places = [createGeofence('g1', { name: 'School' })];
  const dispatched = jest.spyOn(store, 'dispatch');
  render(
    <Provider store={store}>
      <CorrectionDialog places={places} NewPlaceLink={PlaceLink} RenamePlaceLink={RenameLink} />
      <Corrections places={places} />
    </Provider>,
  );
  return { store, last: () => dispatched.mock.calls.at(-1)?.[0], user: userEvent.setup() };
}
const button = (name: string) => screen.getByRole('button', { name, hidden: true });

it('given a name is typed and saved, then the correction has it', async () => {
  const { user, last } = show();
  expect(screen.getByRole('dialog', { name: 'Correct this stay' }).textContent).toContain(
    'Stayed at location, 8:00 AM – 9:00 AM',
  );
  expect(button('Save').hasAttribute('disabled')).toBe(true);
  await user.type(screen.getByLabelText('Your own name for it'), ' Work ');
  await user.click(button('Save'));
  expect(last()).toEqual(correctionSubmitted({ kind: 'name', name: 'Work' }));
});

it('given a place is chosen and saved, then the correction has it, and no name is asked for', async () => {
  const { user, last } = show();
  await user.selectOptions(screen.getByLabelText('It was at one of our places'), 'School');
  expect(screen.queryByLabelText('Your own name for it')).toBeNull();
  await user.click(button('Save'));
  expect(last()).toEqual(correctionSubmitted({ kind: 'name', placeId: 'g1' }));
});

it('given the first stay, then it can be one with the next, or none, or become a place', async () => {
  const { user, last } = show();
  expect(screen.queryByRole('button', { name: 'Join with the stay before', hidden: true })).toBeNull();
  expect(screen.queryByText('Place at 45')).not.toBeNull();
  await user.click(button('Join with the stay after'));
  expect(last()).toEqual(correctionSubmitted({ kind: 'merge', with: 'after' }));
});

it('given a stay at a place of the family, then that place can be renamed', () => {
  const place = { id: 'g1', name: 'School' };
  show({ ...TIMELINE, entries: [{ ...stay('08:00', '09:00'), place }] });
  expect(screen.queryByText('Rename School')).not.toBeNull();
  expect(screen.queryByText('Place at 45')).toBeNull();
});

it('given a correction, then it is listed and can be taken back', async () => {
  const { user, last } = show();
  expect(screen.queryByText('No stay, 12:00 PM – 1:00 PM')).not.toBeNull();
  await user.click(button('Take back: No stay, 12:00 PM – 1:00 PM'));
  expect(last()).toEqual(correctionUndone({ id: 'a' }));
});

it('given a day without corrections, when one fails after its form was closed, then the page says so', () => {
  const { store } = show({ ...TIMELINE, corrections: [] });
  act(() => {
    store.dispatch(correctionClosed());
    store.dispatch(correctionFailed({ code: 'correction_not_saved', isFormLeft: true }));
  });
  expect(screen.getByRole('alert').textContent).toBe('The correction could not be saved. Please try again.');
});

it('given two corrections, when one is taken back, then the button of the other has the focus', async () => {
  const first = TIMELINE.corrections?.[0];
  if (!first) throw new Error('There is no correction');
  const other = { ...first, id: 'b', start: '2026-05-01T14:00:00.000Z', end: '2026-05-01T15:00:00.000Z' };
  const { store, user } = show({ ...TIMELINE, corrections: [first, other] });
  act(() => void store.dispatch(correctionClosed()));
  await user.click(button('Take back: No stay, 2:00 PM – 3:00 PM'));
  await act(async () => void store.dispatch(correctionSaved({ timeline: TIMELINE })));
  expect(document.activeElement).toBe(button('Take back: No stay, 12:00 PM – 1:00 PM'));
});
