import * as fc from 'fast-check';
import { dateInTimeZone, dayInTimeZone, addDays } from '#shared/days';

const HOUR = 3_600_000;
const span = (date: string, zone: string): [string, number] => {
  const { start, end } = dayInTimeZone(date, zone);
  return [new Date(start).toISOString(), (end - start) / HOUR];
};
/** The date so many days after the start of 2015. */
const day = (index: number): string => new Date(Date.UTC(2015, 0, 1 + index)).toISOString().slice(0, 10);

describe('a day in a time zone', () => {
  it.each([
    ['2025-06-01', 'UTC', '2025-06-01T00:00:00.000Z', 24],
    ['2025-06-01', 'Europe/Ljubljana', '2025-05-31T22:00:00.000Z', 24],
    ['2025-03-30', 'Europe/Ljubljana', '2025-03-29T23:00:00.000Z', 23],
    ['2025-10-26', 'Europe/Ljubljana', '2025-10-25T22:00:00.000Z', 25],
    ['2025-03-09', 'America/New_York', '2025-03-09T05:00:00.000Z', 23],
    ['2025-04-06', 'Australia/Lord_Howe', '2025-04-05T13:00:00.000Z', 24.5],
    ['2025-12-31', 'Pacific/Kiritimati', '2025-12-30T10:00:00.000Z', 24],
    ['2024-02-29', 'Asia/Kathmandu', '2024-02-28T18:15:00.000Z', 24],
  ])('given %s in %s, then it starts at %s and has %p hours', (date, zone, start, hours) => {
    expect(span(date, zone)).toEqual([start, hours]);
  });

  it('given a zone whose clocks skip midnight, then the day starts when they have', () => {
    expect(span('2025-09-07', 'America/Santiago')).toEqual(['2025-09-07T04:00:00.000Z', 23]);
  });

  it('given any day and zone, then days follow each other without a gap', () => {
    const zones = [
      'UTC',
      'Europe/London',
      'America/Santiago',
      'Asia/Beirut',
      'Africa/Cairo',
      'Australia/Lord_Howe',
      'America/St_Johns',
    ];
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 6_000 }), fc.constantFrom(...zones), (index, zone) => {
        const today = dayInTimeZone(day(index), zone);
        expect(today.end).toBe(dayInTimeZone(day(index + 1), zone).start);
        expect(today.end - today.start).toBeGreaterThanOrEqual(23 * HOUR);
        expect(today.end - today.start).toBeLessThanOrEqual(25 * HOUR);
      }),
    );
  });
});

describe('which day it is', () => {
  it.each([
    ['2026-05-01T21:59:59.999Z', 'Europe/Ljubljana', '2026-05-01'],
    ['2026-05-01T22:00:00.000Z', 'Europe/Ljubljana', '2026-05-02'],
    ['2026-01-01T05:00:00.000Z', 'America/New_York', '2026-01-01'],
    ['2026-01-01T04:59:00.000Z', 'America/New_York', '2025-12-31'],
    ['2026-05-01T10:00:00.000Z', 'Pacific/Kiritimati', '2026-05-02'],
  ])('given %s in %s, then %s', (moment, timeZone, date) => {
    expect(dateInTimeZone(Date.parse(moment), timeZone)).toBe(date);
  });

  it.each([
    ['2026-03-29', -1, '2026-03-28'],
    ['2026-03-29', 1, '2026-03-30'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2024-02-28', 1, '2024-02-29'],
  ])('given %s and %d days, then %s', (date, days, shifted) => {
    expect(addDays(date, days)).toBe(shifted);
  });
});
