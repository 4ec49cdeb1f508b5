import { retryDelayMs } from '#server/features/alerts/deliveries/rules';
import { notificationText, pushPayload } from '#server/features/alerts/push/payload';

const settings = { timeZone: 'Europe/Ljubljana', privateText: false };

it('given failed attempts, then the delays double up to 5 min; a service may ask for more, up to 1 h', () => {
  const delays = [1, 2, 3, 7, 40].map((attempts) => retryDelayMs(attempts, undefined, 0.5));
  expect(delays).toEqual([5_000, 10_000, 20_000, 300_000, 300_000]);
  expect([retryDelayMs(1, undefined, 0), retryDelayMs(1, undefined, 1)]).toEqual([4_000, 6_000]);
  expect([retryDelayMs(1, 0, 0.5), retryDelayMs(1, 90_000, 0.5), retryDelayMs(1, 9e9, 0.5)]).toEqual([
    5_000, 90_000, 3_600_000,
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
      repeat: 0,
    };
    const notice = { kind: 'sos' as const, payload, about: 'sos:id', subjectName: 'Ana', isRepeat: false };
    const json = pushPayload(notificationText(notice, settings), {
      origin: 'https://kinmap.example',
      receipt: 'a'.repeat(22),
      unlessSeen: false,
      badge: 1,
      isDeclarative: true,
      answers: ['coming', 'call'],
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
  const about = 'fence:ana:1';
  const notice = { kind: 'arrival' as const, payload, about, subjectName: '\u2067Ana', isRepeat: false };
  expect(notificationText(notice, settings).body).toBe('Ana entered loohcs');
});
