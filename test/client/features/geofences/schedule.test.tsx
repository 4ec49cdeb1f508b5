import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { loadErrorTexts } from '#client/i18n/errorTexts';
import { scheduleText } from '#client/features/geofences/messages';
import { editGeofenceOpened, newGeofenceOpened } from '#client/features/geofences/slice';
import { ScheduleFields } from '#client/features/geofences/views/ScheduleFields.tsx';
import { draftChanged, geofenceSubmitted } from '#client/features/geofences/slice';
import { useAppSelector } from '#client/store/hooks';
import { createGeofence } from '../../support/builders';
import { flushPromises } from '../../support/fakeServices';
import { signedInStore } from '../../support/signedInStore';

beforeAll(loadErrorTexts);

const SCHEDULE = { days: [1, 6], from: 480, to: 1_080, timeZone: 'Asia/Tokyo' };
const complete = { name: 'Home', latitude: '45.25', longitude: '13.75' };

function OpenForm() {
  const form = useAppSelector((state) => state.geofences.form);
  return form ? <ScheduleFields form={form} /> : null;
}

/** The fields of the open form, on a server with one place that has a schedule. */
async function showFields(opened: ReturnType<typeof newGeofenceOpened | typeof editGeofenceOpened>) {
  const all = await signedInStore((fake) => {
    fake.answers['GET /api/geofences'] = () => [createGeofence('g1', { schedule: SCHEDULE })];
    fake.answers['POST /api/geofences'] = () => createGeofence('g2');
    fake.answers['PUT /api/geofences/:id'] = () => createGeofence('g1');
  });
  all.store.dispatch(opened);
  render(
    <Provider store={all.store}>
      <OpenForm />
    </Provider>,
  );
  const save = async () => {
    await act(() => all.perform(draftChanged(complete), geofenceSubmitted()));
    const bodies = all.fake.recorded.calls.map(({ input }) => input.body).filter(Boolean);
    return bodies.at(-1) as { schedule?: unknown };
  };
  return { ...all, user: userEvent.setup(), save };
}

const switchOn = () => screen.getByRole('checkbox', { name: 'Only at certain times' });

it('given a new place, when days and hours are chosen, then they are sent with the zone of this device', async () => {
  const { user, save, fake } = await showFields(newGeofenceOpened());
  await user.click(switchOn());
  await user.click(screen.getByRole('checkbox', { name: 'Friday' }));
  await user.click(screen.getByRole('checkbox', { name: 'Sunday' }));
  const timeZone = fake.services.page.timeZone();
  expect((await save()).schedule).toEqual({ days: [1, 2, 3, 4, 7], from: 480, to: 1_080, timeZone });
});

it('given a new place without a schedule, then nothing of it is sent, for servers that know none', async () => {
  const { save } = await showFields(newGeofenceOpened());
  expect(await save()).not.toHaveProperty('schedule');
});

it('given a place with a schedule, then it keeps its zone, and switching it off ends it', async () => {
  const kept = await showFields(editGeofenceOpened({ id: 'g1' }));
  expect(screen.getByText('Time zone: Asia/Tokyo')).not.toBeNull();
  expect((await kept.save()).schedule).toEqual(SCHEDULE);
});

it('given a place with a schedule, when it is switched off, then null is sent', async () => {
  const { user, save } = await showFields(editGeofenceOpened({ id: 'g1' }));
  await user.click(switchOn());
  expect((await save()).schedule).toBeNull();
});

it('given no day, then nothing is sent and the form says what is missing', async () => {
  const { user, store, save } = await showFields(editGeofenceOpened({ id: 'g1' }));
  for (const day of ['Monday', 'Saturday']) await user.click(screen.getByRole('checkbox', { name: day }));
  expect(await save()).toBeUndefined();
  await act(flushPromises);
  expect(store.getState().geofences.form?.failure?.error.code).toBe('geofence_schedule_invalid');
});

it.each([
  [SCHEDULE, 'Mon, Sat, 8:00 AM – 6:00 PM'],
  [{ ...SCHEDULE, days: [1, 2, 3, 4, 5, 6, 7], from: 0, to: 0 }, 'Every day'],
  [{ ...SCHEDULE, from: 1_320, to: 390 }, 'Mon, Sat, 10:00 PM – 6:30 AM'],
])('given a schedule of %j, then the list says %s', (schedule, text) => {
  expect(scheduleText(schedule)).toBe(text);
});
