import type { Correction } from '#contract/corrections';
import type { TimelineEntry } from '#contract/timeline';
import { correctionText, entryTexts } from '#client/features/locations/history/messages';
import {
  selectCorrection,
  selectCorrections,
  selectIsCorrectable,
  selectTimeline,
} from '#client/features/locations/history/selectors';
import {
  correctionClosed,
  correctionOpened,
  correctionSubmitted,
  correctionUndone,
  dayChosen,
} from '#client/features/locations/history/slice';
import { historyOpened } from '#client/store/pageActions';
import { RequestFailed } from '#client/services/errors';
import { packFixes } from '#shared/historyCodec';
import { ANA } from '../../support/builders';
import { NOW } from '../../support/fakeServices';
import { signedInStore } from '../../support/signedInStore';

const HOUR = 3_600_000;
const START = NOW - 10 * HOUR;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const isoAt = (hours: number) => new Date(START + hours * HOUR).toISOString();
type Stay = Extract<TimelineEntry, { kind: 'stay' }>;
const stay = (from: number, to: number, more: Partial<Stay> = {}): Stay => ({
  kind: 'stay',
  start: isoAt(from),
  end: isoAt(to),
  latitude: 45,
  longitude: 13,
  place: null,
  noSignalSeconds: 0,
  ...more,
});
const trip: TimelineEntry = { kind: 'trip', start: isoAt(2), end: isoAt(3), distance: 900, mode: null };
const ENTRIES = [stay(0, 2, { since: isoAt(-4) }), trip, stay(3, 5), stay(6, 8)];

/** The store with a day of a person. @param corrections what the server has at first */
async function dayOf(userId: string, corrections?: Correction[]) {
  let timeline: object = {
    date: '2026-05-01',
    tz: 'UTC',
    entries: ENTRIES,
    distance: 900,
    moving: 600,
    leftOut: 0,
  };
  if (corrections) timeline = { ...timeline, corrections };
  const sent: unknown[] = [];
  let refusal: RequestFailed | null = null;
  const all = await signedInStore(({ answers }) => {
    answers['GET /api/locations/history/:userId'] = () => ({
      blocks: [packFixes([{ at: START, latitude: 45, longitude: 13, accuracy: 8 }])],
    });
    answers['GET /api/locations/timeline/:userId'] = () => timeline;
    const take = (input: object) => {
      if (refusal) throw refusal;
      sent.push(input);
      timeline = { ...timeline, entries: [stay(0, 5, { name: 'Corrected' })] };
      return {};
    };
    answers['PUT /api/locations/corrections/:id'] = take;
    answers['DELETE /api/locations/corrections/:id'] = take;
  });
  all.store.dispatch(historyOpened({ userId }));
  await jest.advanceTimersByTimeAsync(2_000);
  return { ...all, sent, refuse: (failure: RequestFailed | null) => (refusal = failure) };
}

describe('a correction of a stay', () => {
  it.each([
    [0, { kind: 'name', name: 'Work' }, { kind: 'name', name: 'Work', start: isoAt(-4), end: isoAt(2) }],
    [2, { kind: 'name', placeId: 'g1' }, { kind: 'name', placeId: 'g1', start: isoAt(3), end: isoAt(5) }],
    [2, { kind: 'merge', with: 'before' }, { kind: 'merge', start: isoAt(0), end: isoAt(5) }],
    [2, { kind: 'merge', with: 'after' }, { kind: 'merge', start: isoAt(3), end: isoAt(8) }],
    [2, { kind: 'false' }, { kind: 'false', start: isoAt(3), end: isoAt(5) }],
  ] as const)(
    'given stay %i and %j, then the server gets it, and the list is renewed',
    async (entry, choice, body) => {
      const { store, sent } = await dayOf(ANA.id);
      store.dispatch(correctionOpened({ entry }));
      store.dispatch(correctionSubmitted(choice));
      expect(selectCorrection(store.getState())).toMatchObject({ entry, status: 'saving' });
      await jest.advanceTimersByTimeAsync(100);
      expect(sent).toMatchObject([{ params: { id: expect.stringContaining('id-') as string }, body }]);
      expect(selectTimeline(store.getState())?.entries).toHaveLength(1);
      expect(selectCorrection(store.getState())).toEqual({ entry: null, status: 'idle', error: null });
    },
  );

  it('given a stay with a name, when it gets another one, then it replaces the first', async () => {
    const named = { id: 'old', kind: 'name', name: 'Old', placeId: null } as const;
    const { store, sent } = await dayOf(ANA.id, [{ ...named, start: isoAt(3), end: isoAt(5) }]);
    store.dispatch(correctionOpened({ entry: 2 }));
    store.dispatch(correctionSubmitted({ kind: 'name', name: 'New' }));
    await jest.advanceTimersByTimeAsync(100);
    expect(sent).toMatchObject([{ params: { id: 'old' } }]);
  });

  it('given the server refuses, then the form stays with the reason', async () => {
    const { store, refuse } = await dayOf(ANA.id);
    refuse(new RequestFailed(400, { code: 'name_too_long', params: { max: 100 } }));
    store.dispatch(correctionOpened({ entry: 2 }));
    store.dispatch(correctionSubmitted({ kind: 'name', name: 'a' }));
    await jest.advanceTimersByTimeAsync(100);
    expect(selectCorrection(store.getState())).toMatchObject({
      entry: 2,
      status: 'idle',
      error: { code: 'name_too_long' },
    });
  });

  it('given no network, then the form says that nothing was saved', async () => {
    const { store, refuse } = await dayOf(ANA.id);
    refuse(new RequestFailed(null));
    store.dispatch(correctionOpened({ entry: 2 }));
    store.dispatch(correctionSubmitted({ kind: 'false' }));
    await jest.advanceTimersByTimeAsync(100);
    expect(selectCorrection(store.getState()).error).toEqual({ code: 'correction_not_saved' });
  });

  describe('given a slow save was cancelled, when another stay is corrected', () => {
    /** The day, where the answers to corrections wait. */
    async function slowDay() {
      const { store, sent, fake, refuse } = await dayOf(ANA.id);
      const take = fake.answers['PUT /api/locations/corrections/:id'];
      const waiting: (() => void)[] = [];
      fake.answers['PUT /api/locations/corrections/:id'] = async (input) => {
        await new Promise<void>((resolve) => waiting.push(resolve));
        return take?.(input);
      };
      store.dispatch(correctionOpened({ entry: 0 }));
      store.dispatch(correctionSubmitted({ kind: 'name', name: 'First' }));
      store.dispatch(correctionClosed());
      store.dispatch(correctionOpened({ entry: 2 }));
      const answer = async (index: number) => {
        waiting[index]?.();
        await jest.advanceTimersByTimeAsync(100);
      };
      const correction = () => selectCorrection(store.getState());
      return { store, sent, fake, refuse, answer, correction };
    }

    it('then both are sent, and the first answer closes only its own form', async () => {
      const { store, sent, fake, answer, correction } = await slowDay();
      // In the renewed list, the second stay has moved.
      fake.answers['GET /api/locations/timeline/:userId'] = () => ({
        ...selectTimeline(store.getState()),
        entries: [stay(0, 2, { name: 'First' }), stay(3, 5)],
      });
      store.dispatch(correctionSubmitted({ kind: 'name', name: 'Second' }));
      await answer(0);
      expect(correction()).toEqual({ entry: 1, status: 'saving', error: null });
      await answer(1);
      expect(correction()).toEqual({ entry: null, status: 'idle', error: null });
      expect(sent).toMatchObject([{ body: { name: 'First' } }, { body: { name: 'Second' } }]);
    });

    it('then its form closes where its stay is gone', async () => {
      const { answer, correction } = await slowDay();
      await answer(0);
      expect(correction().entry).toBeNull();
    });

    it('then its form says nothing of a failure of the first, which is shown once the form is closed', async () => {
      const { store, refuse, answer, correction } = await slowDay();
      refuse(new RequestFailed(null));
      await answer(0);
      expect(correction()).toMatchObject({ entry: 2, status: 'idle', error: null });
      store.dispatch(correctionOpened({ entry: 0 }));
      expect(correction()).toMatchObject({ entry: 0, status: 'idle', error: null });
      store.dispatch(correctionClosed());
      expect(correction()).toEqual({ entry: null, status: 'idle', error: { code: 'correction_not_saved' } });
    });

    it('then a failure of the first is shown also after the second is saved', async () => {
      const { store, refuse, answer, correction } = await slowDay();
      refuse(new RequestFailed(null));
      await answer(0);
      refuse(null);
      store.dispatch(correctionSubmitted({ kind: 'name', name: 'Second' }));
      await answer(1);
      expect(correction()).toEqual({ entry: null, status: 'idle', error: { code: 'correction_not_saved' } });
    });
  });

  it('given it is taken back, then it is deleted and the list is renewed', async () => {
    const correction = { id: 'a', kind: 'false', name: null, placeId: null } as const;
    const { store, sent } = await dayOf(ANA.id, [{ ...correction, start: isoAt(3), end: isoAt(5) }]);
    expect(selectCorrections(store.getState())).toHaveLength(1);
    store.dispatch(correctionUndone({ id: 'a' }));
    await jest.advanceTimersByTimeAsync(100);
    expect(sent).toMatchObject([{ params: { id: 'a' } }]);
    expect(selectTimeline(store.getState())?.entries).toHaveLength(1);
  });

  it('given another day is opened meanwhile, then that one is shown', async () => {
    const { store } = await dayOf(ANA.id);
    store.dispatch(correctionOpened({ entry: 2 }));
    store.dispatch(correctionSubmitted({ kind: 'false' }));
    store.dispatch(dayChosen({ date: '2026-04-30' }));
    expect(selectCorrection(store.getState())).toEqual({ entry: null, status: 'idle', error: null });
  });

  it('given the day of another member, then nothing of it can be corrected', async () => {
    expect(selectIsCorrectable((await dayOf('ben')).store.getState())).toBe(false);
    expect(selectIsCorrectable((await dayOf(ANA.id)).store.getState())).toBe(true);
  });
});

describe('the texts of corrections', () => {
  const zone = { timeZone: 'UTC', isNamed: false };
  const correction: Correction = {
    id: 'a',
    kind: 'name',
    start: '2026-05-01T09:00:00.000Z',
    end: '2026-05-01T10:00:00.000Z',
    name: null,
    placeId: null,
  };
  it.each([
    [{ kind: 'name', name: 'Dentist' }, undefined, 'Dentist, 9:00 AM – 10:00 AM'],
    [{ kind: 'name', placeId: 'g1' }, 'School', 'School, 9:00 AM – 10:00 AM'],
    [{ kind: 'name', placeId: null }, undefined, 'Another place, 9:00 AM – 10:00 AM'],
    [{ kind: 'merge' }, undefined, 'One stay, 9:00 AM – 10:00 AM'],
    [{ kind: 'false' }, undefined, 'No stay, 9:00 AM – 10:00 AM'],
  ] as const)('given %j, then it reads so', (more, place, text) => {
    expect(correctionText({ ...correction, ...more }, place, zone)).toBe(text);
  });

  it('given a stay with a name, then that is its title', () => {
    expect(entryTexts(stay(0, 1, { name: 'Work', place: { id: 'g1', name: 'Home' } })).title).toBe('Work');
  });
});
