import { format } from 'date-fns/format';
import { formatDistance } from 'date-fns/formatDistance';
import * as fc from 'fast-check';
import { ageInWords, dayAndTime, dayWithYear, shortAge, timeOfDay } from '#client/i18n/times';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Far from changes to or from summer time, which would change the ages of date-fns. */
const NOON = Date.UTC(2026, 0, 15, 12);
const timestamps = fc
  .date({ min: new Date('1980-01-01'), max: new Date('2080-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());

describe('an age in words', () => {
  it('given any age below ten months, then the text is that of date-fns', () => {
    fc.assert(
      fc.property(fc.oneof(fc.nat(2 * HOUR), fc.nat(3 * DAY), fc.nat(300 * DAY)), (age) =>
        expect(ageInWords(age)).toBe(formatDistance(NOON - age, NOON)),
      ),
      { numRuns: 2_000 },
    );
  });

  it.each([
    [380 * DAY, 'about 1 year'],
    [500 * DAY, 'over 1 year'],
    [700 * DAY, 'almost 2 years'],
    [740 * DAY, 'about 2 years'],
  ])('given %p ms, then the text is that of date-fns: %s', (age, text) => {
    expect([ageInWords(age), formatDistance(NOON - age, NOON)]).toEqual([text, text]);
  });
});

describe('a short age', () => {
  it.each([
    [500, '0 s'],
    [29_999, '29 s'],
    [30_000, '1 min'],
    [125_000, '2 min'],
    [150_000, '3 min'],
    [3_700_000, '1 h'],
    [40 * HOUR, '1 d'],
    [50 * HOUR, '2 d'],
    [70 * DAY, '2 mo'],
    [800 * DAY, '2 y'],
  ])('given %p ms, then the marker says %s', (age, text) => expect(shortAge(age)).toBe(text));
});

describe('a date with a time', () => {
  it('given any moment, then the text is that of date-fns', () => {
    fc.assert(
      fc.property(timestamps, (timestamp) => {
        expect([timeOfDay(timestamp), dayAndTime(timestamp), dayWithYear(timestamp)]).toEqual(
          ['h:mm a', 'MMM d, h:mm a', 'MMM d, yyyy'].map((pattern) => format(timestamp, pattern)),
        );
      }),
    );
  });
});
