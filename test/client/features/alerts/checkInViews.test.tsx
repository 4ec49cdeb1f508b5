import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createAppStore } from '#client/app/createStore';
import { checkInFormClosed } from '#client/features/alerts/checkIns/actions';
import {
  checkInChanged,
  checkInsLoaded,
  formShown,
  requestsLoaded,
  taskFailed,
} from '#client/features/alerts/checkIns/slice';
import { MemberSection } from '#client/features/alerts/checkIns/views/MemberSection.tsx';
import { CheckInPart, type CheckInPartProps } from '#client/features/alerts/checkIns/views/OnMap.tsx';
import { selectAnnounced } from '#client/features/alerts/selectors';
import { alertNotified } from '#client/features/alerts/slice';
import { familiesLoaded } from '#client/features/families/slice';
import { geofencesLoaded } from '#client/features/geofences/slice';
import { locationsLoaded, sharingStarted, sharingStopped } from '#client/features/locations/slice';
import { sharingLoaded } from '#client/features/locations/whereabouts/slice';
import { clockTicked } from '#client/features/session/device/slice';
import { signedIn } from '#client/features/session/slice';
import { PageTitle } from '#client/ui/Page.tsx';
import { loadErrorTexts } from '#client/i18n/errorTexts';
import { ANA, createFamily, createGeofence, createLocation } from '../../support/builders';
import { createCheckIn, createOwnCheckIn, createRequest } from '../../support/checkIns';
import { fakeServices, NOW } from '../../support/fakeServices';

beforeAll(loadErrorTexts);

/** A part of the map for Ana, with Ben and Cleo in her family and one place, and the actions that it dispatches. */
function show(part: CheckInPartProps | { part: 'profile' }) {
  const store = createAppStore({ services: fakeServices().services, runSagas: false });
  for (const action of [
    signedIn({ user: ANA }),
    familiesLoaded({ families: [createFamily('f1', ['ana', 'ben', 'cleo'])] }),
    geofencesLoaded({ geofences: [createGeofence('g1', { name: 'Home' })] }),
    clockTicked({ now: NOW }),
    checkInsLoaded({ before: [], loaded: [] }),
  ])
    store.dispatch(action);
  const dispatched = jest.spyOn(store, 'dispatch');
  render(
    <Provider store={store}>
      <PageTitle>Page</PageTitle>
      {part.part === 'profile' ? <MemberSection userId="ben" name="Ben" /> : <CheckInPart {...part} />}
    </Provider>,
  );
  return {
    store,
    dispatched,
    user: userEvent.setup(),
    dispatch: (action: object) => act(() => void store.dispatch(action as never)),
  };
}
const last = ({ dispatched }: ReturnType<typeof show>) => dispatched.mock.calls.at(-1)?.[0];
const openForm = (shown: ReturnType<typeof show>) =>
  shown.dispatch(formShown({ clientId: 'id', requestId: null }));
const button = (name: string | RegExp) => screen.getByRole('button', { name, hidden: true });

describe('the form', () => {
  it('given it is opened and started, then it proposes a place, an hour and the whole family', async () => {
    const shown = show({ part: 'control' });
    await shown.user.click(button('Check in'));
    expect(last(shown)).toMatchObject({ type: 'alerts/checkIns/formOpened', payload: { requestId: null } });
    openForm(shown);
    await shown.user.click(button('Start'));
    expect(last(shown)).toEqual({
      type: 'alerts/checkIns/submitted',
      payload: {
        geofenceId: 'g1',
        placeName: 'Home',
        dueAt: NOW + 3_600_000,
        graceMinutes: 10,
        people: ['ben', 'cleo'],
        shareLast: false,
      },
    });
  });

  it('given a form that stays open, then the time that was read is the one that is sent', async () => {
    const shown = show({ part: 'control' });
    openForm(shown);
    shown.dispatch(clockTicked({ now: NOW + 6 * 60_000 }));
    await shown.user.click(button('Start'));
    expect(last(shown)).toMatchObject({ payload: { dueAt: NOW + 3_600_000 } });
  });

  it('given another place, one who does not see it, and the last position, then these are sent', async () => {
    const shown = show({ part: 'control' });
    openForm(shown);
    const { user } = shown;
    await user.selectOptions(screen.getByLabelText('Where to'), 'Another place');
    await user.click(button('Start'));
    expect(screen.getByText('Name of the place is required')).toBeTruthy();
    await user.type(screen.getByLabelText('Name of the place'), 'The station');
    await user.selectOptions(screen.getByLabelText('There by'), '15');
    await user.click(screen.getByText('Seen by ben, cleo'));
    await user.click(screen.getByLabelText('cleo'));
    await user.click(screen.getByText('More choices'));
    await user.selectOptions(screen.getByLabelText('Extra time before they are told'), '30');
    await user.click(screen.getByLabelText('If I am late, show where I was last'));
    await user.click(button('Start'));
    expect(last(shown)).toMatchObject({
      payload: {
        geofenceId: null,
        placeName: 'The station',
        dueAt: NOW + 900_000,
        graceMinutes: 30,
        people: ['ben'],
        shareLast: true,
      },
    });
    await user.click(screen.getByLabelText('ben'));
    expect(button('Start')).toHaveProperty('disabled', true);
  });

  it('given places that load after it opens, then the nearest is proposed, unless a name was typed', async () => {
    const shown = show({ part: 'control' });
    const home = createGeofence('g1', { name: 'Home' });
    shown.dispatch(geofencesLoaded({ geofences: [] }));
    openForm(shown);
    expect(screen.queryByLabelText('Where to')).toBeNull();
    shown.dispatch(geofencesLoaded({ geofences: [home] }));
    expect(screen.getByLabelText('Where to')).toHaveProperty('value', 'g1');
    shown.dispatch(checkInFormClosed());
    shown.dispatch(geofencesLoaded({ geofences: [] }));
    openForm(shown);
    await shown.user.type(screen.getByLabelText('Name of the place'), 'The station');
    shown.dispatch(geofencesLoaded({ geofences: [home] }));
    expect(screen.getByLabelText('Name of the place')).toHaveProperty('value', 'The station');
  });

  it('given the user is in the only place, then it is offered as the way back, and not proposed', async () => {
    const shown = show({ part: 'control' });
    shown.dispatch(locationsLoaded({ locations: [createLocation('ana')] }));
    openForm(shown);
    expect(screen.getByLabelText('Name of the place')).toBeTruthy();
    await shown.user.selectOptions(screen.getByLabelText('Where to'), 'Back to Home');
    await shown.user.click(button('Start'));
    expect(last(shown)).toMatchObject({ payload: { geofenceId: 'g1', placeName: 'Home' } });
  });

  it('given it was not started, then it says so', () => {
    const shown = show({ part: 'control' });
    openForm(shown);
    shown.dispatch(taskFailed({ name: 'start', about: 'id', error: { code: 'checkin_not_started' } }));
    expect(screen.getByText(/No one watches yet/u)).toBeTruthy();
  });
});

describe('the line on the map', () => {
  it('given a check-in runs, then it says what is left, and each button does what it says', async () => {
    const shown = show({ part: 'notices' });
    shown.dispatch(checkInChanged(createOwnCheckIn()));
    const summary = screen.getByText('On the way to Home').closest('summary');
    expect(summary?.textContent).toBe('On the way to Home30 min left');
    await shown.user.click(button('+ 15 min'));
    expect(last(shown)).toMatchObject({ payload: { id: 'own', minutes: 15 } });
    await shown.user.click(button('I have arrived'));
    expect(last(shown)).toMatchObject({ payload: { id: 'own', how: 'arrived' } });
    await shown.user.click(button('End check-in'));
    expect(last(shown)).toMatchObject({ payload: { id: 'own', how: 'cancelled' } });
    shown.dispatch(taskFailed({ name: 'arrived', about: 'own', error: { code: 'checkin_not_ended' } }));
    expect(screen.getByText(/Your family does not know yet/u)).toBeTruthy();
  });

  it('given a goal that is no place on the map, then the line says how the check-in ends', () => {
    const shown = show({ part: 'notices' });
    const hint = () => screen.queryByText('Open this when you are there.');
    shown.dispatch(sharingLoaded({ paused: false, until: null }));
    shown.dispatch(sharingStarted());
    shown.dispatch(checkInChanged(createOwnCheckIn()));
    expect(hint()).toBeNull();
    shown.dispatch(checkInChanged({ ...createOwnCheckIn(), geofenceId: null }));
    expect(hint()).toBeTruthy();
  });

  it('given nothing shares the position, then the line says where to tell the arrival, once open how', () => {
    const shown = show({ part: 'notices' });
    const hint = 'Your position is not shared: open this when you are there.';
    const openHint = 'Your position is not shared: press “I have arrived” when you are there.';
    const summary = () => screen.getByText('On the way to Home').closest('summary')?.textContent;
    shown.dispatch(checkInChanged(createOwnCheckIn()));
    // A phone may share it: this is not known yet.
    expect(summary()).not.toContain(hint);
    shown.dispatch(sharingLoaded({ paused: false, until: null }));
    expect(summary()).toContain(hint);
    shown.dispatch(sharingStarted());
    expect(summary()).not.toContain(hint);
    shown.dispatch(sharingStopped());
    expect(summary()).toContain(hint);
    const details = screen.getByText('On the way to Home').closest('details');
    details?.toggleAttribute('open');
    fireEvent(details as HTMLElement, new Event('toggle'));
    // On a small phone it would leave no room for the button that it names.
    expect(summary()).not.toMatch(/not shared/u);
    const precedes = button('I have arrived').compareDocumentPosition(screen.getByText(openHint));
    expect(precedes).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('given the user has arrived, then a notice says that the family knows; not for one that is ended', async () => {
    const shown = show({ part: 'notices' });
    const isOver = (id: string, state: 'arrived' | 'cancelled') =>
      shown.dispatch(checkInChanged(createOwnCheckIn({ id, state, revision: 2 })));
    shown.dispatch(checkInChanged(createOwnCheckIn()));
    await shown.user.click(button('I have arrived'));
    expect(screen.queryByText(/^Your family knows/u)).toBeNull();
    isOver('own', 'arrived');
    screen.getByText('Your family knows that you have arrived.');
    shown.dispatch(checkInChanged(createOwnCheckIn({ id: 'next' })));
    await shown.user.click(button('End check-in'));
    isOver('next', 'cancelled');
    expect(screen.queryByText(/^Your family knows/u)).toBeNull();
  });

  it('given it is due, then it asks; given it was missed, then it says who has seen that', async () => {
    const shown = show({ part: 'notices' });
    shown.dispatch(checkInChanged(createOwnCheckIn({ state: 'asking' })));
    expect(screen.getByText('Have you arrived at Home?')).toBeTruthy();
    await shown.user.click(button('10 more minutes'));
    expect(last(shown)).toMatchObject({ payload: { id: 'own', minutes: 10 } });
    const people = [{ userId: 'ben', name: 'Ben', seenAt: '2026-05-01T12:45:00.000Z' }];
    shown.dispatch(checkInChanged(createOwnCheckIn({ state: 'missed', revision: 2, people })));
    expect(screen.getByText('Seen by Ben')).toBeTruthy();
  });

  it('given all of a larger family watch, then it says so without their names', () => {
    const shown = show({ part: 'notices' });
    const family = createFamily('f1', ['ana', 'ben', 'cleo', 'dan']);
    shown.dispatch(familiesLoaded({ families: [family] }));
    const people = ['ben', 'cleo', 'dan'].map((userId) => ({ userId, name: userId, seenAt: null }));
    shown.dispatch(checkInChanged(createOwnCheckIn({ people })));
    expect(screen.getByText(/Seen by the whole family$/u)).toBeTruthy();
    shown.dispatch(checkInChanged(createOwnCheckIn({ people: people.slice(1), revision: 2 })));
    expect(screen.getByText(/Seen by cleo, dan$/u)).toBeTruthy();
  });

  it('given another member has missed theirs, then it says so in the row as well', () => {
    const missed = createCheckIn({ state: 'missed' });
    const notices = show({ part: 'notices' });
    notices.dispatch(checkInChanged(missed));
    expect(screen.getByRole('alert').textContent).toContain('Ben Kos has not arrived at Home, due');
    const row = show({ part: 'row', userId: 'ben' });
    row.dispatch(checkInChanged(missed));
    expect(screen.getByText(/^Has not arrived at Home, due/u)).toBeTruthy();
  });
});

describe('a request on the map', () => {
  const announce = (shown: ReturnType<typeof show>, ...keys: string[]) =>
    keys.forEach((key) => shown.dispatch(alertNotified({ key })));

  it('given the user is in the only place, then no way to it is proposed', () => {
    const shown = show({ part: 'notices' });
    shown.dispatch(requestsLoaded([createRequest({ fromId: 'ben', toId: ANA.id })]));
    expect(button(/^Home by/u)).toBeTruthy();
    shown.dispatch(locationsLoaded({ locations: [createLocation('ana')] }));
    expect(button('Start a check-in')).toBeTruthy();
  });

  it('given its toast, then the notice takes the toast’s place; given another alert in it, then both stay', () => {
    const shown = show({ part: 'notices' });
    shown.dispatch(requestsLoaded([createRequest({ id: 'r1', fromId: 'ben', toId: ANA.id })]));
    expect(screen.getByRole('status').textContent).toMatch(/asks you to tell when you arrive/u);
    announce(shown, 'checkin request:r1 a1');
    expect(selectAnnounced(shown.store.getState())).toBeNull();
    announce(shown, 'geofence_enter ben g1 t', 'checkin request:r1 a1');
    expect(selectAnnounced(shown.store.getState())).toHaveLength(2);
  });
});

it('given a member was asked for a check-in, then the title of the page has the focus', async () => {
  const shown = show({ part: 'profile' });
  await shown.user.click(button('Ask Ben to tell when they arrive'));
  const asked = createRequest({ fromId: ANA.id, fromName: ANA.name, toId: 'ben', toName: 'Ben Kos' });
  await act(async () => void shown.store.dispatch(requestsLoaded([asked])));
  const ago = screen.getByText(/ago$/u);
  expect(ago.parentElement?.textContent).toBe(
    `You asked Ben to tell when they arrive, ${ago.textContent}. Kinmap tells you what they answer.`,
  );
  // Screen readers would say it again every minute.
  expect(ago.getAttribute('aria-live')).toBe('off');
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Page' }));
});
