import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { selectGeofenceForm } from '#client/features/geofences/selectors';
import {
  draftChanged,
  editGeofenceOpened,
  geofenceDeleted,
  geofenceFormClosed,
  geofenceSubmitted,
  newGeofenceOpened,
} from '#client/features/geofences/slice';
import { GeofencesTab } from '#client/features/geofences/views/GeofencesTab.tsx';
import { loadErrorTexts } from '#client/i18n/errorTexts';
import { RequestFailed } from '#client/services/errors';
import { createGeofence } from '../../support/builders';
import { flushPromises } from '../../support/fakeServices';
import { renderInApp } from '../../support/renderInApp';
import { signedInStore } from '../../support/signedInStore';

jest.mock('#client/map/mapboxLibrary', () => jest.requireActual('../../map/fakeMapbox'));

beforeAll(loadErrorTexts);

/** Two places, of which the school is being renamed. */
async function renameSchool() {
  const all = await signedInStore((fake) => {
    fake.answers['GET /api/geofences'] = () => [
      createGeofence('g1', { name: 'School' }),
      createGeofence('g2', { name: 'Home' }),
    ];
  });
  await all.perform(editGeofenceOpened({ id: 'g1' }), draftChanged({ name: 'Academy' }));
  return { ...all, form: () => selectGeofenceForm(all.store.getState()) };
}

it('given an open form, then Add Geofence is disabled, so that a tap on it takes nothing away', async () => {
  const { store, fake, form } = await renameSchool();
  renderInApp(<GeofencesTab familyChoice={null} />, { store, services: fake.services });
  const add = screen.getByRole<HTMLButtonElement>('button', { name: 'Add Geofence' });
  expect(add.disabled).toBe(true);
  await userEvent.setup().click(add);
  expect(form()).toMatchObject({ id: 'g1', name: 'Academy' });
});

it('given unsaved changes, when another place is edited, then the page says that they come back', async () => {
  const { store, fake } = await renameSchool();
  renderInApp(<GeofencesTab familyChoice={null} />, { store, services: fake.services });
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Edit Home' }));
  screen.getByText(/^What you changed before is kept\./u);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByLabelText<HTMLInputElement>('Location Name').value).toBe('Academy');
  expect(screen.queryByText(/^What you changed before is kept\./u)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByLabelText('Location Name')).toBeNull();
});

it('given unsaved changes, when a new place from elsewhere is saved, then they come back', async () => {
  const { perform, fake, form } = await renameSchool();
  fake.answers['POST /api/geofences'] = () => createGeofence('g3', { name: 'Pool' });
  await perform(newGeofenceOpened({ latitude: '45', longitude: '13' }), draftChanged({ name: 'Pool' }));
  expect(form()).toMatchObject({ id: null, name: 'Pool', latitude: '45' });
  await perform(geofenceSubmitted());
  expect(form()).toMatchObject({ id: 'g1', name: 'Academy' });
});

it('given unsaved changes, when the same place is edited again, then they go on', async () => {
  const { perform, form } = await renameSchool();
  await perform(editGeofenceOpened({ id: 'g1' }));
  expect(form()?.name).toBe('Academy');
  await perform(editGeofenceOpened({ id: 'g2' }), editGeofenceOpened({ id: 'g1' }));
  expect(form()?.name).toBe('Academy');
  await perform(geofenceFormClosed());
  expect(form()).toBeNull();
});

it('given a form that is only prefilled, when another opens, then it does not come back', async () => {
  const { perform, form } = await renameSchool();
  await perform(geofenceFormClosed(), newGeofenceOpened({ name: 'Home', kind: 'home' }));
  await perform(newGeofenceOpened({ latitude: '1', longitude: '2' }), geofenceFormClosed());
  expect(form()).toBeNull();
});

it('given unsaved changes to a place, when it is deleted, then they do not come back', async () => {
  const { perform, form } = await renameSchool();
  await perform(editGeofenceOpened({ id: 'g2' }), geofenceDeleted({ id: 'g1' }), geofenceFormClosed());
  expect(form()).toBeNull();
});

it.each([
  ['stored', () => createGeofence('g1', { name: 'Academy' }), null],
  ['refused', () => Promise.reject(new RequestFailed(500, null)), 'geofence_not_updated'],
])(
  'given a sent form that another replaces, when it is %s, then it ends with that',
  async (_, answer, code) => {
    const { store, perform, fake, form } = await renameSchool();
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    fake.answers['PUT /api/geofences/:id'] = () => gate.then(answer);
    await perform(geofenceSubmitted(), newGeofenceOpened());
    open();
    await act(flushPromises);
    store.dispatch(geofenceFormClosed());
    expect(form()?.failure?.error.code ?? null).toBe(code);
    expect(form()?.status ?? null).toBe(code && 'idle');
  },
);
