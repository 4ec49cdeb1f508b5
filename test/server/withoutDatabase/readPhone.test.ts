import { PHONE_APPS, PHONE_IGNORED, type PhoneApp } from '#contract/phones';
import type { PhoneItem } from '#server/features/phones/readers/items';
import { readPhone } from '#server/features/phones/readers/readPhone';
import { RECORDED_AT, recordedRequests } from '../phones/recorded';

const NOW = RECORDED_AT;
const seconds = (ago: number): number => NOW / 1_000 - ago;

function read(app: PhoneApp, body: unknown, { method = 'POST', query = '' } = {}): PhoneItem[] {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return readPhone({ app, method, query, contentType: undefined, body: text }, NOW);
}

const recorded = recordedRequests().filter(({ expects }) => expects.status === 200);

it.each(recorded)('given $name ($note), when it is read, then its items are right', (request) => {
  const { app, method, query, headers, body, expects } = request;
  const contentType = headers['Content-Type'];
  expect(readPhone({ app, method, query, contentType, body }, NOW)).toEqual(expects.items);
});

const location = { _type: 'location', lat: 52.5, lon: 13.4, tst: seconds(60) };
const feature = (properties: object, coordinates: unknown = [13.4, 52.5]) => ({
  geometry: { type: 'Point', coordinates },
  properties: { timestamp: '2026-11-02T11:59:00Z', ...properties },
});
const nested = (change: object) => ({
  location: { timestamp: '2026-11-02T11:59:00Z', coords: { latitude: 52.5, longitude: 13.4 }, ...change },
});
const FIX = { kind: 'fix', latitude: 52.5, longitude: 13.4, timestamp: '2026-11-02T11:59:00.000Z' };
const bad = (reason: string) => ({ kind: 'ignored', reason });

const cases: [string, PhoneApp, unknown, object[], { method?: string; query?: string }?][] = [
  ['a list of messages', 'owntracks', [location, { _type: 'lwt' }], [FIX, bad('other_type')]],
  ['a list with rubbish', 'owntracks', [null, 1, location], [bad('unreadable'), bad('unreadable'), FIX]],
  ['a byte order mark', 'owntracks', `\uFEFF${JSON.stringify(location)}`, [FIX]],
  ['a form for an app of JSON', 'owntracks', 'lat=1&lon=2', [bad('unreadable')]],
  [
    'numbers in texts',
    'owntracks',
    { ...location, lat: '52.5', lon: ' 13.40 ', acc: '12.34' },
    [{ ...FIX, accuracy: 12.3 }],
  ],
  ['a decimal comma', 'owntracks', { ...location, lat: '52,5' }, [bad('bad_position')]],
  ['true for a number', 'owntracks', { ...location, lat: true }, [bad('bad_position')]],
  [
    '0/0 with an accuracy',
    'owntracks',
    { ...location, lat: 0, lon: 0, acc: 5 },
    [{ kind: 'fix', latitude: 0, accuracy: 5 }],
  ],
  ['a negative accuracy', 'owntracks', { ...location, acc: -1 }, [{ ...FIX, accuracy: null }]],
  ['an accuracy above half the equator', 'owntracks', { ...location, acc: 2e8 }, [bad('bad_accuracy')]],
  ['a latitude above 90', 'owntracks', { ...location, lat: 90.01 }, [bad('bad_position')]],
  ['a time of 2009', 'owntracks', { ...location, tst: Date.UTC(2009, 11, 31) / 1_000 }, [bad('bad_time')]],
  ['milliseconds', 'owntracks', { ...location, tst: NOW - 60_000 }, [FIX]],
  [
    'a minute ahead',
    'owntracks',
    { ...location, tst: seconds(-60) },
    [{ kind: 'fix', timestamp: '2026-11-02T12:01:00.000Z' }],
  ],
  ['an accuracy that rounds to 0', 'owntracks', { ...location, acc: 0.04 }, [{ ...FIX, accuracy: null }]],
  ['a course of 360', 'owntracks', { ...location, cog: 360 }, [{ ...FIX, course: 0 }]],
  ['a course of 361', 'owntracks', { ...location, cog: 361 }, [{ ...FIX, course: null }]],
  ['more than 350 m/s', 'owntracks', { ...location, vel: 1_300 }, [{ ...FIX, speed: null }]],
  [
    'a battery of 101 %',
    'owntracks',
    { ...location, batt: 101, alt: 20_001 },
    [{ ...FIX, battery: null, altitude: null }],
  ],
  [
    'two motions',
    'owntracks',
    { ...location, motionactivities: ['still', 'on_foot'] },
    [{ ...FIX, motion: 'walking' }],
  ],
  [
    'names of every object',
    'owntracks',
    { ...location, conn: 'constructor', motionactivities: ['toString'] },
    [{ ...FIX, connection: null, motion: null }],
  ],
  ['no connection', 'owntracks', { ...location, conn: 'o' }, [{ ...FIX, connection: 'offline' }]],
  ['a list without an object around it', 'overland', [feature({})], [FIX]],
  ['only the newest', 'overland', { current: feature({}) }, [FIX]],
  [
    'an invalid place of iOS',
    'overland',
    { locations: [feature({ horizontal_accuracy: -1 })] },
    [bad('bad_accuracy')],
  ],
  ['no coordinates', 'overland', { locations: [feature({}, null)] }, [bad('bad_position')]],
  ['no properties', 'overland', { locations: [{ type: 'Feature' }] }, [bad('unreadable')]],
  ['something else', 'overland', { hello: 1 }, [bad('unreadable')]],
  [
    'an offset without a colon',
    'overland',
    { locations: [feature({ timestamp: '2026-11-02T13:59:00+0200' })] },
    [FIX],
  ],
  [
    'the 31st of November',
    'overland',
    { locations: [feature({ timestamp: '2026-10-32T11:59:00Z' })] },
    [bad('bad_time')],
  ],
  ['no time', 'overland', { locations: [feature({ timestamp: null })] }, [bad('bad_time')]],
  ['both numbers in one', 'osmand', '', [FIX], { query: `location=52.5,13.4&timestamp=${seconds(60)}` }],
  ['a form over a query', 'osmand', 'lat=52.5', [FIX], { query: `lat=1&lon=13.4&timestamp=${seconds(60)}` }],
  ['only one of two numbers', 'osmand', 'lat=52.5', [bad('bad_position')]],
  [
    'flat JSON',
    'osmand',
    { lat: 52.5, lon: 13.4, timestamp: seconds(60), speed: 10 },
    [{ ...FIX, speed: 5.14 }],
  ],
  [
    'a list of flat JSON',
    'osmand',
    [{ lat: 52.5, lon: 13.4, timestamp: seconds(60) }, {}],
    [FIX, { kind: 'alive' }],
  ],
  [
    'a location without coords',
    'osmand',
    nested({ coords: null, battery: { level: 0.5 } }),
    [{ kind: 'alive', battery: 0.5 }],
  ],
  [
    'several locations at once',
    'osmand',
    { location: [nested({}).location, nested({}).location] },
    [FIX, FIX],
  ],
  ['an alarm beside a location', 'osmand', { ...nested({}), alarm: 'SOS' }, [{ ...FIX, kind: 'sos' }]],
  ['an alarm in a location', 'osmand', nested({ alarm: 'Sos' }), [{ ...FIX, kind: 'sos' }]],
  ['another alarm', 'osmand', nested({ alarm: 'lowBattery' }), [FIX]],
  [
    'an alarm at no place',
    'osmand',
    'alarm=sos&lat=91&lon=0&timestamp=yesterday',
    [{ kind: 'sos', latitude: null, timestamp: '2026-11-02T12:00:00.000Z' }],
  ],
  ['nothing at all', 'osmand', '', [bad('empty')]],
  [
    'a Sunday in summer with its zone',
    'gpslogger',
    '',
    [FIX],
    { query: 'LAT=52.5&lng=13.4&time=2026-11-02T12:59:00%2B01:00' },
  ],
  ['km/h', 'gpslogger', `lat=52.5&lon=13.4&timestamp=${seconds(60)}&spd_kph=36`, [{ ...FIX, speed: 10 }]],
  ['a time that cannot be read', 'gpslogger', 'lat=52.5&lon=13.4&time=soon', [bad('bad_time')]],
  ['another message of OwnTracks', 'gpslogger', { _type: 'lwt', tst: 1 }, [bad('other_type')]],
  [
    'capitals in JSON',
    'gpslogger',
    { Latitude: 52.5, LON: '13.4', TST: seconds(60), isCharging: 'TRUE' },
    [{ ...FIX, charging: true }],
  ],
  ['features', 'colota', { locations: [feature({})] }, [FIX]],
  ['a location without a time', 'colota', nested({ timestamp: undefined }), [bad('bad_time')]],
  ['an alarm that only Traccar sends', 'colota', nested({ alarm: 'sos' }), [FIX]],
  ['half of a JSON', 'colota', '{"lat":', [bad('unreadable')]],
  ['lists in lists', 'owntracks', '['.repeat(40) + ']'.repeat(40), [bad('unreadable')]],
  ['brackets in a text', 'owntracks', { ...location, desc: '[{"\\'.repeat(50_000) }, [FIX]],
  ['20,001 lists', 'owntracks', `[${'{},'.repeat(20_000)}{}]`, [bad('unreadable')]],
  ['60,002 names', 'colota', `{${'"a":1,'.repeat(60_001)}"b":1}`, [bad('unreadable')]],
  ['1,002 fields of a form', 'osmand', `${'a=1&'.repeat(1_001)}lat=1`, [bad('unreadable')]],
  ['a time and spaces', 'owntracks', { ...location, tst: '  2026-11-02T11:59:00 Z  ' }, [FIX]],
  [
    'a time and 100 spaces',
    'owntracks',
    { ...location, tst: `2026-11-02T11:59:00Z${' '.repeat(100)}` },
    [bad('bad_time')],
  ],
];

it.each(cases.map(([what, app, body, items, options]) => ({ what, app, body, items, options })))(
  'given $what from $app, when it is read, then it is $items',
  ({ app, body, items, options }) => {
    expect(read(app, body, options)).toMatchObject(items);
    expect(read(app, body, options)).toHaveLength(items.length);
  },
);

/** The same numbers for every run, so that a failure can be repeated. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

const WORDS = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '&',
  '=',
  '%',
  '%zz',
  'null',
  'true',
  '-1',
  '1e309',
  '-0',
  '0',
  '91.5',
  '52.5',
  '"lat"',
  '"lon"',
  '"tst"',
  '"_type"',
  '"location"',
  '"locations"',
  '"current"',
  '"coords"',
  '"properties"',
  '"geometry"',
  '"coordinates"',
  '"timestamp"',
  '"__proto__"',
  '"constructor"',
  '"alarm"',
  '"sos"',
  '"acc"',
  'lat=52.5',
  'lon=13.4',
  'alarm=sos',
  'timestamp=1793619060',
  '\u0000',
  '\uFEFF',
  '🙂',
  '\\u0000',
  '2026-11-02T11:59:00Z',
];

function hostileBody(random: () => number): string {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const original = pick(recorded).body;
  const kind = random();
  if (kind < 0.3) return Array.from({ length: 1 + random() * 60 }, () => pick(WORDS)).join('');
  if (kind < 0.4) return pick(['[', '{"a":', '[{"locations":']).repeat(random() * 3_000);
  if (kind < 0.42) return `[${Array.from({ length: random() * 100_000 }, () => 'null').join(',')}]`;
  if (kind < 0.44) return `${original}${' '.repeat(2 ** 20 - original.length)}`;
  const at = Math.floor(random() * original.length);
  return original.slice(0, at) + pick(WORDS) + original.slice(at + Math.floor(random() * 8));
}

const FIELDS =
  'lat lon acc accuracy alt altitude vel speed spd spd_kph cog bearing batt bs charge ischarging valid conn motionactivities alarm location _type tst timestamp time timeoffset'.split(
    ' ',
  );
const LONG = 2 ** 16;
/** Texts that a pattern with two ways to match them would read for minutes. */
const LONG_TEXTS = [
  `2024-01-01T00:00${' '.repeat(LONG)}x`,
  `${' '.repeat(LONG)}x`,
  `1${' '.repeat(LONG)}x`,
  `${'1'.repeat(LONG)}x`,
  `1.${'0'.repeat(LONG)}e${'9'.repeat(LONG)}x`,
  `2024-01-01T00:00:00.${'1'.repeat(LONG)}x`,
  ','.repeat(LONG),
];

it.each(PHONE_APPS)(
  'given long texts in every field of %s, when they are read, then they are no values',
  (app) => {
    const good = { _type: 'location', lat: 52.5, lon: 13.4, tst: seconds(60), timestamp: seconds(60) };
    for (const name of FIELDS)
      for (const text of LONG_TEXTS) {
        const fields = { ...good, [name]: text };
        const batch = { geometry: { coordinates: [text, text] }, properties: fields };
        const parts = { coords: fields, battery: fields, activity: { type: text }, ...fields };
        for (const body of [fields, { locations: [batch] }, { location: parts }])
          expect(read(app, body).filter((item) => !isSane(item))).toEqual([]);
      }
  },
);

const isReason = (reason: string): boolean => PHONE_IGNORED.some((one) => one === reason);

/** Whether an item can be stored as it is. */
function isSane(item: PhoneItem): boolean {
  if (item.kind === 'ignored') return isReason(item.reason);
  const at = Date.parse(item.timestamp);
  const isTime = at >= Date.UTC(2010, 0, 1) && at <= NOW + 120_000;
  const isBattery = item.battery === null || (item.battery >= 0 && item.battery <= 1);
  if (!isTime || !isBattery || new Date(at).toISOString() !== item.timestamp) return false;
  if (Object.values(item).some((value) => Number.isNaN(value))) return false;
  if (item.kind === 'alive' || item.latitude === null || item.longitude === null) return true;
  return Math.abs(item.latitude) <= 90 && Math.abs(item.longitude) <= 180;
}

/** FUZZ multiplies the number of bodies, FUZZ_SEED selects others. */
const BODIES = 2_000 * Number(process.env['FUZZ'] ?? 1);

it(`given ${BODIES} hostile bodies, when they are read, then nothing throws and every item can be stored`, () => {
  const random = createRandom(Number(process.env['FUZZ_SEED'] ?? 1));
  const wrong: unknown[] = [];
  for (let count = 0; count < BODIES; count += 1) {
    const app = PHONE_APPS[count % PHONE_APPS.length] ?? 'osmand';
    const body = hostileBody(random);
    const query = random() < 0.2 ? hostileBody(random).slice(0, 2_000) : '';
    const items = readPhone({ app, method: 'POST', query, contentType: undefined, body }, NOW);
    wrong.push(...items.filter((item) => !isSane(item)).map((item) => [app, body.slice(0, 200), item]));
  }
  expect(wrong).toEqual([]);
});
