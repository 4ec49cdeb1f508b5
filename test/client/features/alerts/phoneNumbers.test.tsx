import { act, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { Link, MemoryRouter, Navigate } from 'react-router-dom';
import { createAppStore } from '#client/app/createStore';
import { callsChanged } from '#client/features/alerts/calls/slice';
import { sosOpened } from '#client/features/alerts/sos/slice';
import { SosAudience } from '#client/features/alerts/calls/views/SosAudience.tsx';
import { SosDialog } from '#client/features/alerts/views/SosDialog.tsx';
import { familiesLoaded } from '#client/features/families/slice';
import { signedIn } from '#client/features/session/slice';
import { SosPage } from '#client/pages/sos/SosPage.tsx';
import { readSettings } from '#client/services/settings';
import { AppContext } from '#client/store/hooks';
import { sosPageOpened } from '#client/store/pageActions';
import type { ReactNode } from 'react';
import { ANA, createCall, createFamily } from '../../support/builders';
import { fakeServices, flushPromises } from '../../support/fakeServices';

jest.mock('#client/map/mapboxLibrary', () => jest.requireActual('../../map/fakeMapbox'));

/** A view for Ana, who has this phone number, in a family with Ben. */
function show(view: ReactNode, phone: string | null = null) {
  const { services } = fakeServices();
  const store = createAppStore({ services, runSagas: false });
  store.dispatch(signedIn({ user: { ...ANA, phone } }));
  store.dispatch(familiesLoaded({ families: [createFamily('f1', ['ana', 'ben'])] }));
  render(
    <Provider store={store}>
      <AppContext value={{ ...services, settings: readSettings(document), navigation: { Link, Navigate } }}>
        <MemoryRouter>{view}</MemoryRouter>
      </AppContext>
    </Provider>,
  );
  return store;
}

it.each([
  ['+386 40 123 456', 'tel:+38640123456'],
  ['hello', undefined],
])('given an SOS with the phone number %j, then its call goes to %p', async (phone, address) => {
  const store = show(<SosPage />);
  act(() => {
    store.dispatch(callsChanged({ calls: [createCall({ phone })] }));
    store.dispatch(sosPageOpened({ id: 's1' }));
  });
  // The map of the page loads.
  await act(flushPromises);
  expect(screen.queryByRole('link', { name: 'Call Ben Kos' })?.getAttribute('href')).toBe(address);
});

it.each([
  ['+386 40 123 456', true],
  ['hello', false],
  [null, false],
])(
  'given the own phone number %j, when an SOS is opened, then it says that it shows it: %p',
  (phone, isSaid) => {
    const store = show(
      <SosDialog>
        <SosAudience />
      </SosDialog>,
      phone,
    );
    const line = () => screen.queryByText('The SOS also shows them your phone number.');
    act(() => void store.dispatch(sosOpened()));
    // Servers of the specification send no number with an SOS.
    expect(line()).toBeNull();
    act(() => void store.dispatch(callsChanged({ calls: [] })));
    expect(line() !== null).toBe(isSaid);
  },
);
