import { retryDelayMs } from '#server/features/alerts/deliveries/rules';
import { notificationText, pushPayload } from '#server/features/alerts/push/payload';
import { isQuiet } from '#server/features/alerts/settings/quietHours';

const settings = { timeZone: 'Europe/Ljubljana', privateText: false, messages: true };

describe('quiet hours', () => {
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
    expect(isQuiet({ ...settings, quiet }, Date.parse(moment))).toBe(expected);
  });

  it('given none, then it is never quiet', () => {
    expect(isQuiet({ ...settings, quiet: null }, Date.now())).toBe(false);
  });
});

it('given failed attempts, then the delays double up to five minutes, and a service may ask for an hour', () => {
  const delays = [1, 2, 3, 7, 40].map((attempts) => retryDelayMs(attempts, undefined, 0.5));
  expect(delays).toEqual([5_000, 10_000, 20_000, 300_000, 300_000]);
  expect([retryDelayMs(1, undefined, 0), retryDelayMs(1, undefined, 1)]).toEqual([4_000, 6_000]);
  expect([retryDelayMs(1, 0, 0.5), retryDelayMs(1, 90_000, 0.5), retryDelayMs(1, 9e9, 0.5)]).toEqual([
    0, 90_000, 3_600_000,
  ]);
});

it.each(['a', 'ž', '\u{1F198}', '\u0007', '"'])(
  'given an SOS with the longest message of %j, then it fits a push',
  (character) => {
    const payload = {
      id: 'id',
      userId: 'ana',
      userName: character.repeat(100),
      phone: null,
      latitude: 1,
      longitude: 2,
      message: character.repeat(1_000),
      timestamp: '',
    };
    const notice = { kind: 'sos' as const, payload, about: 'sos:id', subjectName: 'Ana' };
    const json = pushPayload(notificationText(notice, false), {
      origin: 'https://kinmap.example',
      receipt: 'a'.repeat(22),
      unlessSeen: false,
      badge: 1,
      isDeclarative: true,
    });
    expect(Buffer.byteLength(json)).toBeLessThanOrEqual(3_993);
    expect(JSON.parse(json)).toMatchObject({ web_push: 8030, notification: { tag: 'sos:id' } });
  },
);

it('given a name that turns the direction of what follows, then the words around it stay as they are', () => {
  const payload = {
    userId: 'ana',
    geofenceName: '\u202Eloohcs',
    timestamp: '',
    geofenceId: null,
    familyId: 'f',
  };
  const notice = { kind: 'arrival' as const, payload, about: 'fence:ana:1', subjectName: '\u2067Ana' };
  expect(notificationText(notice, false).body).toBe('Ana entered loohcs');
});
