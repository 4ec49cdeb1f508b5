import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createAppStore } from '#client/app/createStore';
import { familiesLoaded } from '#client/features/families/slice';
import { centerFound, locationsLoaded } from '#client/features/locations/slice';
import { signedIn } from '#client/features/session/slice';
import { FamilyMap } from '#client/pages/map/FamilyMap.tsx';
import { FakeMap } from '../map/fakeMapbox';
import { ANA, createFamily } from './builders';
import { fakeServices } from './fakeServices';
import { renderInApp } from './renderInApp';

export const HOME = { latitude: 45.2753, longitude: 13.7119 };
export const EIGHT = ['ana', 'ben', 'cleo', 'dora', 'emil', 'fran', 'goran', 'hana'];

/** The map of a family whose members are all at home, after what loads later has come. Needs the fake of mapbox-gl. */
export async function showFamilyMap(ids: readonly string[]) {
  FakeMap.all = [];
  const { services } = fakeServices();
  const store = createAppStore({ services, runSagas: false });
  store.dispatch(signedIn({ user: ANA }));
  store.dispatch(familiesLoaded({ families: [createFamily('f1', [...ids])] }));
  const timestamp = new Date().toISOString();
  const locations = ids.map((userId) => ({ ...HOME, userId, accuracy: 10, timestamp }));
  store.dispatch(locationsLoaded({ locations }));
  store.dispatch(centerFound(HOME));
  const dispatched = jest.spyOn(store, 'dispatch');
  renderInApp(<FamilyMap />, { store, services });
  const arranged = () =>
    screen.queryByRole('img', { name: /^At one place/u }) ??
    screen.getByRole('button', { name: /close together/u });
  await waitFor(arranged);
  return { store, dispatched, user: userEvent.setup(), map: FakeMap.all.at(-1) };
}
