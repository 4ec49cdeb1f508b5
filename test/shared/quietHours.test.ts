import { isQuiet } from '#shared/quietHours';

const timeZone = 'Europe/Ljubljana';

it.each([
  // Over midnight, in summer time (UTC+2).
  ['2026-07-01T19:59:00Z', 22, 7, false],
  ['2026-07-01T20:00:00Z', 22, 7, true],
  ['2026-07-02T04:59:00Z', 22, 7, true],
  ['2026-07-02T05:00:00Z', 22, 7, false],
  // Within a day, in winter time (UTC+1).
  ['2026-12-01T11:00:00Z', 12, 14, true],
  ['2026-12-01T13:00:00Z', 12, 14, false],
  // Clocks are put back: 02:30 comes twice.
  ['2026-10-25T00:30:00Z', 2, 3, true],
  ['2026-10-25T01:30:00Z', 2, 3, true],
  ['2026-10-25T02:30:00Z', 2, 3, false],
  // Clocks are put forward: 02:30 does not come, and 03:00 follows 01:59.
  ['2026-03-29T00:59:00Z', 2, 3, false],
  ['2026-03-29T01:00:00Z', 2, 3, false],
  // The whole day.
  ['2026-03-29T12:00:00Z', 8, 8, true],
])('given %s and quiet from %s to %s, then %s', (moment, from, to, expected) => {
  const quiet = { from: from * 60, to: to * 60 };
  expect(isQuiet({ timeZone, quiet }, Date.parse(moment))).toBe(expected);
});

it('given none, then it is never quiet', () => {
  expect(isQuiet({ timeZone, quiet: null }, Date.now())).toBe(false);
});
