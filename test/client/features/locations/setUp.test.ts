import {
  appAddress,
  deviceId,
  ownTracksConfiguration,
  type SetUp,
  setUpLink,
  valuesToType,
} from '#client/features/locations/phones/setUp';
import examples from './setUpLinks.json';

const { inputs } = examples;
const ANDROID: SetUp = {
  origin: inputs.origin,
  key: inputs.key,
  initials: inputs.initials,
  name: 'Pixel',
  system: 'android',
};
const IPHONE: SetUp = { ...ANDROID, name: 'iPhone', system: 'ios' };

it.each([
  { app: 'owntracks', setUp: ANDROID, link: examples.owntracksAndroid.link },
  { app: 'owntracks', setUp: IPHONE, link: examples.owntracksIos.link },
  { app: 'overland', setUp: IPHONE, link: examples.overland.link },
  { app: 'osmand', setUp: ANDROID, link: examples.osmand.link },
  { app: 'colota', setUp: ANDROID, link: examples.colota.link },
  {
    app: 'gpslogger',
    setUp: { ...ANDROID, profileTicket: inputs.ticket },
    link: examples.gpslogger.link,
  },
] as const)('given $app on $setUp.system, then its link is the worked example', ({ app, setUp, link }) => {
  expect(setUpLink(app, setUp)).toBe(link);
});

it('given OwnTracks, then its file holds the settings of the worked example', () => {
  expect(ownTracksConfiguration(ANDROID)).toBe(examples.owntracksAndroid.file.body);
  expect(ownTracksConfiguration(IPHONE)).toBe(examples.owntracksIos.json);
});

it('given initials and names beyond ASCII, then links are ASCII and decode to the same', () => {
  const setUp = { ...ANDROID, initials: 'ČŽ', name: 'Špelin telefon' };
  const inline = new URL(setUpLink('owntracks', setUp) ?? '').searchParams.get('inline') ?? '';
  expect(JSON.parse(atob(inline))).toMatchObject({ tid: 'ČŽ', deviceId: 'spelintelefon' });
  expect(deviceId('电话')).toBe('phone');
});

it('given GPSLogger without a ticket of its own, then there is no link, and the values say all', () => {
  expect(setUpLink('gpslogger', ANDROID)).toBeNull();
  const values = Object.fromEntries(
    valuesToType('gpslogger', ANDROID).map(({ field, value }) => [field, value]),
  );
  const profile = Object.fromEntries(
    examples.gpslogger.file.body.split('\n').map((line) => {
      const at = line.indexOf('=');
      return [line.slice(0, at).replace('log_customurl_', ''), line.slice(at + 1)];
    }),
  );
  expect(values).toEqual({
    method: profile['method'],
    address: profile['url'],
    headers: profile['headers'],
    body: profile['body'],
  });
});

it.each(['owntracks', 'overland', 'osmand', 'colota'] as const)(
  'given %s, then the address and the key can be typed',
  (app) => {
    expect(valuesToType(app, ANDROID)).toEqual(
      expect.arrayContaining([
        { field: 'address', value: appAddress(ANDROID, app) },
        { field: 'key', value: inputs.key, isSecret: true },
      ]),
    );
  },
);
