import * as fc from 'fast-check';
import * as z from 'zod/mini';
import { validationError } from '#contract/validationError';
import { errorMessage } from '#contract/errors';
import { CreateFamilyInput, JoinFamilyInput } from '#contract/families';
import { CreateGeofenceInput, UpdateGeofenceInput } from '#contract/geofences';
import { HistoryQuery, Location, LocationUpdate } from '#contract/locations';
import { listOf } from '#contract/lists';
import { IdInput, TimestampInput } from '#contract/primitives';
import { RegisterInput, User } from '#contract/session';

const aFix = { latitude: 45.1, longitude: 13.9, accuracy: 8 };

/** The sentence a person would see for this input, or undefined when it is accepted. */
function refusal(schema: z.ZodMiniType, input: unknown): string | undefined {
  const result = schema.safeParse(input);
  return result.success ? undefined : errorMessage(validationError(result.error));
}

describe('a location on its way to the server', () => {
  it.each([
    [91],
    [-90.1],
    [Number.NaN],
    ['12'],
    [null],
    [true],
    [[]],
    [{}],
    [JSON.parse('1e309')],
    [undefined],
  ])('given latitude %p, when it is checked, then it is refused with a sentence', (latitude) => {
    expect(refusal(LocationUpdate, { ...aFix, latitude })).toBe('Latitude must be a number from -90 to 90');
  });

  it.each([[180.1], [-181], ['0'], [null]])('given longitude %p, then it is refused', (longitude) => {
    expect(refusal(LocationUpdate, { ...aFix, longitude })).toBe(
      'Longitude must be a number from -180 to 180',
    );
  });

  it.each([[-1], [1e9], ['3'], [null]])('given accuracy %p, then it is refused', (accuracy) => {
    expect(refusal(LocationUpdate, { ...aFix, accuracy })).toBe(
      'Accuracy must be a number of metres from 0 up',
    );
  });

  it('given negative zero, then it is stored as zero', () => {
    expect(LocationUpdate.parse({ latitude: -0, longitude: 5 }).latitude).toBe(0);
    expect(Object.is(LocationUpdate.parse({ latitude: -0, longitude: 5 }).latitude, -0)).toBe(false);
  });

  it('given 0,0 with accuracy 0, then it is refused as no real position', () => {
    expect(refusal(LocationUpdate, { latitude: 0, longitude: 0, accuracy: 0 })).toBe(
      'That is not a real position',
    );
    expect(refusal(LocationUpdate, { latitude: 0, longitude: 0, accuracy: 12 })).toBeUndefined();
  });

  it('given an unknown field, then its name is in the sentence', () => {
    expect(refusal(LocationUpdate, { ...aFix, userId: 'x' })).toBe('Unknown field: userId');
  });

  it.each([[undefined], [null], ['text'], [[]], [5]])(
    'given %p instead of an object, then one sentence says what is needed',
    (input) => {
      expect(refusal(LocationUpdate, input)).toBe('A location needs latitude and longitude');
    },
  );
});

it('given any text like a time, then it is accepted exactly where zod takes it for an ISO time in UTC', () => {
  const number = (max: number, digits: number) =>
    fc.integer({ min: 0, max }).map((value) => String(value).padStart(digits, '0'));
  const date = fc.tuple(number(9_999, 4), number(13, 2), number(32, 2)).map((parts) => parts.join('-'));
  const ending = fc.constantFrom(
    'Z',
    '',
    '+00:00',
    'z',
    'Z\n',
    '.Z',
    ':60Z',
    ':59Z',
    ':05.123456Z',
    ':5Z',
    ':05,1Z',
  );
  const likeTime = fc
    .tuple(date, fc.constantFrom('T', 't', ' ', 'TT'), number(25, 2), number(60, 2), ending)
    .map(([day, separator, hour, minute, end]) => `${day}${separator}${hour}:${minute}${end}`);
  fc.assert(
    fc.property(likeTime, (text) => {
      expect(TimestampInput.safeParse(text).success).toBe(z.iso.datetime().safeParse(text).success);
    }),
    { numRuns: 2_000, examples: [['2024-02-29T23:59Z'], ['0000-02-29T00:00:00Z'], ['2100-02-29T00:00:00Z']] },
  );
});

describe('an answer of any server', () => {
  it('given numeric ids and epoch milliseconds, when it is read, then both come out in our form', () => {
    const read = Location.parse({ userId: 7, latitude: 1, longitude: 2, timestamp: 1_600_000_000_000 });
    expect(read).toEqual({
      userId: '7',
      latitude: 1,
      longitude: 2,
      accuracy: null,
      timestamp: '2020-09-13T12:26:40.000Z',
    });
  });

  it('given fields we do not know and missing optional ones, then the rest is read', () => {
    expect(User.parse({ id: 1, name: 'Ana', email: 'a@b.si', createdAt: 5 })).toEqual({
      id: '1',
      name: 'Ana',
      email: 'a@b.si',
      phone: null,
      profileImage: null,
    });
  });

  it('given a moment that is none, then it is refused', () => {
    expect(
      Location.safeParse({ userId: 'u', latitude: 1, longitude: 2, timestamp: 'yesterday' }).success,
    ).toBe(false);
  });
});

describe('a registration', () => {
  const person = { name: ' Ana ', email: ' Ana@Example.com ', password: 'long enough' };

  it('given spaces and capitals, then the email is trimmed and lower-cased, the password unchanged', () => {
    expect(RegisterInput.parse({ ...person, password: ' spaces count ' })).toEqual({
      name: 'Ana',
      email: 'ana@example.com',
      password: ' spaces count ',
    });
  });

  it.each([
    ['a blank name', { name: '  ' }, 'Name is required'],
    ['an email without @', { email: 'nobody' }, 'Email address is not valid'],
    ['no email', { email: '' }, 'Email address is required'],
    ['7 characters of password', { password: '1234567' }, 'Password must be at least 8 characters'],
    ['129 characters of password', { password: 'x'.repeat(129) }, 'Password can be at most 128 characters'],
    ['a number as phone', { phone: 5 }, 'Phone Number must be a text'],
  ])('given %s, then the sentence says so', (_what, change, sentence) => {
    expect(refusal(RegisterInput, { ...person, ...change })).toBe(sentence);
  });
});

describe('a name of which nothing would be seen', () => {
  it.each([
    ['zero-width spaces and joiners', '\u200B\u200C\u200D\u2060\uFEFF'],
    ['soft hyphens and marks of direction', '\u00AD\u200E\u202E'],
    ['fillers of other scripts', '\u115F\u3164\uFFA0\u2800'],
    ['variation selectors', '\uFE0F\u{E0100}'],
    ['control characters and spaces', '\u0000\u0007 \u00A0'],
  ])('given %s, then a person, a family and a geofence cannot be called that', (_what, name) => {
    const place = { latitude: 1, longitude: 2, radius: 100, familyId: 'f' };
    expect([
      refusal(RegisterInput, { email: 'a@b.si', password: 'long enough', name }),
      refusal(CreateFamilyInput, { name }),
      refusal(CreateGeofenceInput, { ...place, name }),
      refusal(UpdateGeofenceInput, { name }),
    ]).toEqual([
      'Name is required',
      'Family Name is required',
      'Location Name is required',
      'Location Name is required',
    ]);
  });

  it.each(['Ж', '李', 'ا', '👩‍👧', '\u200BAna', '.'])('given %p, then it is a name', (name) => {
    expect(refusal(CreateFamilyInput, { name })).toBeUndefined();
  });
});

describe('a day', () => {
  it.each([
    ['30 February', '2024-02-30'],
    ['month 99', '9999-99-99'],
    ['missing zeros', '2024-1-1'],
    ['nothing', ''],
    ['10,000 characters', 'x'.repeat(10_000)],
    ['a list', ['2024-01-01']],
  ])('given %s, then it is refused', (_what, date) => {
    expect(refusal(HistoryQuery, { date })).toMatch(/^(The date must|A date as)/u);
  });

  it('given a real day and a time zone, then it is accepted; an unknown zone is not', () => {
    expect(refusal(HistoryQuery, { date: '2024-02-29', tz: 'Europe/Ljubljana' })).toBeUndefined();
    expect(refusal(HistoryQuery, { date: '2024-02-29', tz: 'Mars/Olympus' })).toBe(
      'The time zone is not known',
    );
  });
});

it('given an invitation code with spaces, hyphens and small letters, then none of them counts', () => {
  expect(JoinFamilyInput.parse({ inviteCode: ' abc12-34 xyz ' }).inviteCode).toBe('ABC1234XYZ');
});

describe('a list on its way to the server', () => {
  const Ids = listOf(IdInput, 2, 'alerts_required');

  it('given one that is too long, then its elements are not looked at', () => {
    const list = Array.from({ length: 3 }, () => 'an id');
    const read = jest.fn(() => 'an id');
    Object.defineProperty(list, 0, { get: read });
    expect(refusal(Ids, list)).toBe(errorMessage({ code: 'alerts_required' }));
    expect(read).not.toHaveBeenCalled();
  });

  it.each([[[]], [['a', 1]], ['a'], [null]])('given %j, then it is refused', (list) => {
    expect(refusal(Ids, list)).toBeDefined();
  });

  it('given one that is short enough, then it is accepted', () => {
    expect(Ids.safeParse(['a', 'b']).success).toBe(true);
  });
});
