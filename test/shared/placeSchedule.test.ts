import { isScheduleActive } from '#shared/placeSchedule';

const timeZone = 'Europe/Ljubljana';
const at = (text: string) => Date.parse(text);

it.each([
  // 2026-07-01 is a Wednesday, in summer time (UTC+2).
  ['2026-07-01T05:59:00Z', [3], 8, 18, false],
  ['2026-07-01T06:00:00Z', [3], 8, 18, true],
  ['2026-07-01T15:59:00Z', [3], 8, 18, true],
  ['2026-07-01T16:00:00Z', [3], 8, 18, false],
  ['2026-07-02T08:00:00Z', [3], 8, 18, false],
  // Over midnight: the hours belong to the day on which they begin.
  ['2026-07-01T20:00:00Z', [3], 22, 6, true],
  ['2026-07-02T03:59:00Z', [3], 22, 6, true],
  ['2026-07-01T03:59:00Z', [3], 22, 6, false],
  ['2026-07-02T04:00:00Z', [3], 22, 6, false],
  // From Sunday to Monday.
  ['2026-07-05T23:00:00Z', [7], 22, 6, true],
  ['2026-07-05T23:00:00Z', [1], 22, 6, false],
  // All day.
  ['2026-07-01T12:00:00Z', [3], 0, 0, true],
  ['2026-07-02T12:00:00Z', [3], 0, 0, false],
  // In winter time (UTC+1).
  ['2026-12-02T07:00:00Z', [3], 8, 18, true],
])('given %s and days %j from %s to %s, then %s', (moment, days, from, to, expected) => {
  expect(isScheduleActive({ days, from: from * 60, to: to * 60, timeZone }, at(moment))).toBe(expected);
});

it('given no schedule, then a place always sends alerts', () => {
  expect(isScheduleActive(null, 0)).toBe(true);
});
