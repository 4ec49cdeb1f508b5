import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createAppStore } from '#client/app/createStore';
import { selectDate, selectShownRange } from '#client/features/locations/history/selectors';
import { currentDateResolved, dayChosen, monthChosen } from '#client/features/locations/history/slice';
import { Calendar } from '#client/features/locations/history/views/Calendar.tsx';
import { DateBar } from '#client/features/locations/history/views/DateBar.tsx';
import { signedIn } from '#client/features/session/slice';
import { historyOpened } from '#client/store/pageActions';
import { ANA } from '../../support/builders';
import { fakeServices } from '../../support/fakeServices';
import { renderInApp } from '../../support/renderInApp';

/** The page of a day, on the last day of November, with the calendar open. */
function show() {
  const { services } = fakeServices();
  const store = createAppStore({ services, runSagas: false });
  for (const action of [
    signedIn({ user: ANA }),
    historyOpened({ userId: ANA.id }),
    currentDateResolved({ today: '2026-12-01', timeZone: 'UTC' }),
    dayChosen({ date: '2026-11-30' }),
    monthChosen({ month: '2026-11' }),
  ])
    store.dispatch(action);
  renderInApp(
    <>
      <DateBar />
      <Calendar places={[]} />
    </>,
    { store, services },
  );
  return store;
}

it('given the last day of a month, when a key leads to the next month, then a range can end there', async () => {
  const store = show();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Choose several days' }));
  act(() => document.querySelector<HTMLElement>('.month-grid-day[tabindex="0"]')?.focus());
  await user.keyboard('{Enter}{ArrowRight}{Enter}');
  expect(selectShownRange(store.getState())).toMatchObject({ from: '2026-11-30', to: '2026-12-01' });
});

it('given an arrow key that a part of the page has used and that left, then the day is the same', async () => {
  const store = show();
  // As a day of the grid does whose month is not shown any more.
  const part = document.body.appendChild(document.createElement('button'));
  part.addEventListener('keydown', (event) => {
    event.preventDefault();
    part.remove();
  });
  await act(() => userEvent.setup().type(part, '{ArrowRight}'));
  expect(selectDate(store.getState())).toBe('2026-11-30');
});
