import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createAppStore } from '#client/app/createStore';
import { selectShownRange } from '#client/features/locations/history/selectors';
import { currentDateResolved, rangeChosen } from '#client/features/locations/history/slice';
import { DateBar } from '#client/features/locations/history/views/DateBar.tsx';
import { RangeBar } from '#client/features/locations/history/views/Range.tsx';
import { signedIn } from '#client/features/session/slice';
import { historyOpened } from '#client/store/pageActions';
import { useAppSelector } from '#client/store/hooks';
import { ANA } from '../../support/builders';
import { fakeServices } from '../../support/fakeServices';

/** As on the page. */
function Bar() {
  const range = useAppSelector(selectShownRange);
  return <main>{range ? <RangeBar from={range.from} to={range.to} /> : <DateBar />}</main>;
}

function showBar() {
  const store = createAppStore({ services: fakeServices().services, runSagas: false });
  for (const action of [
    signedIn({ user: ANA }),
    historyOpened({ userId: ANA.id }),
    currentDateResolved({ today: '2026-05-01', timeZone: 'UTC' }),
  ])
    store.dispatch(action);
  render(
    <Provider store={store}>
      <Bar />
    </Provider>,
  );
  return store;
}
const april = rangeChosen({ from: '2026-04-01', to: '2026-04-30' });

it('given several days, when one goes back to one day, then the choice of a day has the focus', async () => {
  const store = showBar();
  act(() => void store.dispatch(april));
  await act(() => userEvent.setup().click(screen.getByRole('button', { name: 'Back to one day' })));
  expect(screen.getByRole('group', { name: 'Days of the week' }).contains(document.activeElement)).toBe(true);
});

it('given the focus on the choice of a day, when several are chosen, then the way back has the focus', async () => {
  const store = showBar();
  act(() => screen.getByRole('button', { name: 'Previous day' }).focus());
  await act(async () => void store.dispatch(april));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Back to one day' }));
});
