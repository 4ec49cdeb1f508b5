import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import type { PlaceEvent } from '#contract/placeLog';
import { loadErrorTexts } from '#client/i18n/errorTexts';
import { GeofenceItem } from '#client/features/geofences/views/GeofenceItem.tsx';
import { logDays, reasons } from '#client/features/geofences/log/messages';
import { createFamily, createGeofence } from '../../support/builders';
import { flushPromises } from '../../support/fakeServices';
import { signedInStore } from '../../support/signedInStore';

beforeAll(loadErrorTexts);

/** At a local time, so that days do not depend on the zone of the machine. */
const at = (day: number, hours: number, minutes = 0) => new Date(2026, 4, day, hours, minutes).toISOString();

function event(id: string, fields: Partial<PlaceEvent> = {}): PlaceEvent {
  const timestamp = fields.timestamp ?? at(2, 9);
  return {
    id,
    userId: 'ben',
    event: 'entered',
    timestamp,
    reportedAt: timestamp,
    late: false,
    since: timestamp,
    distance: 34,
    accuracy: 8,
    ...fields,
  };
}

const PATH = 'GET /api/geofences/:id/events';

/** The place 'School' in the list, with a server that answers so. */
async function showPlace(answer: (query: Record<string, unknown>) => unknown) {
  const all = await signedInStore((fake) => {
    fake.answers['GET /api/families'] = () => [createFamily('f1', ['ana', 'ben'])];
    fake.answers[PATH] = ({ query }: { query?: unknown }) => answer(query as Record<string, unknown>);
  });
  const geofence = createGeofence('g1', { name: 'School' });
  render(
    <Provider store={all.store}>
      <ul>
        <GeofenceItem geofence={geofence} />
      </ul>
    </Provider>,
  );
  const user = userEvent.setup();
  const press = async (name: string) => {
    await user.click(screen.getByRole('button', { name }));
    await act(flushPromises);
  };
  return { ...all, user, press };
}

const text = () => screen.getByRole('region', { name: 'History of School' }).textContent;

describe('the history of a place', () => {
  it('given arrivals and departures, when it opens, then each day says who, when, why and for how long', async () => {
    const page = {
      events: [
        event('3', {
          event: 'exited',
          timestamp: at(3, 7),
          since: at(3, 6, 59),
          distance: 180,
          accuracy: 20,
        }),
        event('2', { timestamp: at(2, 9), reportedAt: at(2, 21), late: true, fromEdge: true }),
      ],
      next: null,
      days: [
        { date: '2026-05-03', userId: 'ben', seconds: 25_200 },
        { date: '2026-05-02', userId: 'ben', seconds: 54_000 },
      ],
    };
    const { press } = await showPlace(() => page);
    await press('History of School');
    const days = screen.getAllByRole('heading', { level: 4 }).map((heading) => heading.textContent);
    expect(days).toEqual(['May 3, 2026', 'May 2, 2026']);
    expect(text()).toContain('Time here: ben 7 h');
    const [left, came] = screen.getAllByRole('group');
    expect(left?.textContent).toContain('ben left 7:00 AM');
    expect(left?.textContent).toContain('180 m from the center, accurate to 20 m');
    expect(left?.textContent).toContain('60 s before');
    expect(came?.textContent).toContain('Reported 12 h later, May 2, 9:00 PM');
    expect(came?.textContent).toContain('34 m from the edge, accurate to 8 m');
    expect(came?.textContent).toContain('One position was enough.');
    await press('History of School');
    expect(screen.queryByRole('region', { name: 'History of School' })).toBeNull();
  });

  it('given more than a page, when earlier entries are asked for, then they follow', async () => {
    const { press } = await showPlace(({ before }) =>
      before === undefined
        ? { events: [event('2')], next: '2', days: [] }
        : { events: [event('1', { timestamp: at(1, 9) })], next: null },
    );
    await press('History of School');
    expect(screen.getAllByRole('group')).toHaveLength(1);
    await press('Show earlier');
    expect(screen.getAllByRole('group')).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Show earlier' })).toBeNull();
  });

  it('given one member is chosen, then only theirs is asked for', async () => {
    const asked: unknown[] = [];
    const { press, user } = await showPlace((query) => {
      asked.push(query['userId']);
      return { events: [], next: null, days: [] };
    });
    await press('History of School');
    await user.selectOptions(screen.getByLabelText('Member'), 'ben');
    await act(flushPromises);
    expect(asked).toEqual([undefined, 'ben']);
    expect(text()).toContain('No arrivals or departures in the last 30 days.');
  });

  it('given the server cannot be reached, then the page says so, and a reconnect loads it', async () => {
    const all = await showPlace(() => ({ events: [event('1')], next: null, days: [] }));
    const answer = all.fake.answers[PATH];
    delete all.fake.answers[PATH];
    await all.press('History of School');
    expect(within(screen.getByRole('alert')).getByText(/could not be loaded/u)).not.toBeNull();
    if (answer) all.fake.answers[PATH] = answer;
    await act(async () => {
      all.fake.emitSignal('connected');
      await flushPromises();
    });
    expect(screen.getAllByRole('group')).toHaveLength(1);
  });
});

it('given earlier pages are still to come, then days before the last entry wait for them', () => {
  const days = [
    { date: '2026-05-02', userId: 'ben', seconds: 60 },
    { date: '2026-05-01', userId: 'ben', seconds: 60 },
  ];
  expect(logDays([event('1')], days, false).map(({ date }) => date)).toEqual(['2026-05-02']);
  expect(logDays([event('1')], days, true).map(({ date }) => date)).toEqual(['2026-05-02', '2026-05-01']);
});

it('given a confirmation that took minutes, then the reason says so in minutes', () => {
  expect(reasons(event('1', { since: at(2, 8, 50) }))[1]).toBe(
    'An earlier position, 10 min before, had already suggested it.',
  );
});
