import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createAppStore } from '#client/app/createStore';
import { updateFound } from '#client/features/session/device/slice';
import { UpdateNotice } from '#client/features/session/views/UpdateNotice.tsx';
import { fakeServices } from '../../support/fakeServices';

it('given Reload is pressed, then the button is busy until the page reloads, which can take seconds', async () => {
  const store = createAppStore({ services: fakeServices().services, runSagas: false });
  store.dispatch(updateFound());
  render(
    <Provider store={store}>
      <UpdateNotice />
    </Provider>,
  );
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Reload' });
  await userEvent.setup().click(button);
  expect(button.getAttribute('aria-busy')).toBe('true');
  expect(button.disabled).toBe(true);
});
