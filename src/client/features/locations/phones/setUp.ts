import type { PhoneApp } from '#contract/phones';
import type { PhoneSystem } from './apps';

/*
 * What sets an app on a phone up: the link that its button opens, a file, and the values to type. Pure, letter by letter
 * as the apps read them.
 */

/** What the set-up of an app needs. The key is a secret: it is in no action and not in the store. */
export interface SetUp {
  /** Of the server, without a trailing slash. */
  readonly origin: string;
  readonly key: string;
  /** The name of the phone. */
  readonly name: string;
  /** Two letters by which OwnTracks shows its own phone. */
  readonly initials: string;
  readonly system: PhoneSystem;
  /** For the link from which GPSLogger downloads its settings. */
  readonly profileTicket?: string | undefined;
}

/** A value that a person types into an app. `isSecret`: it is the key, or holds it. */
export interface TypedValue {
  readonly field: 'address' | 'user' | 'key' | 'device' | 'headers' | 'body' | 'method';
  readonly value: string;
  readonly isSecret?: boolean;
}

/** The one user name: it decides nothing, and a changed one would empty the queue of OwnTracks on Android. */
const USER_NAME = 'kinmap';

/** Where an app sends positions to. */
export const appAddress = ({ origin }: Pick<SetUp, 'origin'>, app: PhoneApp): string =>
  `${origin}/phone/${app}`;

/** The link that opens the app and sets it up; null for GPSLogger without its ticket. */
export function setUpLink(app: PhoneApp, setUp: SetUp): string | null {
  const address = appAddress(setUp, app);
  switch (app) {
    case 'owntracks':
      return `owntracks:///config?inline=${inBase64(ownTracksConfiguration(setUp))}`;
    case 'overland':
      return `overland://setup?url=${encodeURIComponent(address)}&token=${setUp.key}&device_id=${deviceId(setUp.name)}&unique_id=no`;
    case 'osmand':
      return `org.traccar.client://config?url=${encodeURIComponent(address)}&id=${setUp.key}&accuracy=medium&interval=300&distance=75&heartbeat=900&buffer=true&stop_detection=true`;
    case 'colota':
      return `colota://setup?config=${inBase64(colotaConfiguration(setUp))}`;
    case 'gpslogger':
      return setUp.profileTicket === undefined
        ? null
        : `gpslogger://properties/${setUp.origin}/phone/profile/${setUp.profileTicket}/kinmap.properties`;
  }
}

/** The settings of OwnTracks as JSON in ASCII: the body of the file kinmap.otrc as well. */
export function ownTracksConfiguration(setUp: SetUp): string {
  return toAscii({
    _type: 'configuration',
    mode: 3,
    url: appAddress(setUp, 'owntracks'),
    auth: true,
    usePassword: true,
    username: USER_NAME,
    password: setUp.key,
    deviceId: deviceId(setUp.name),
    tid: setUp.initials,
    monitoring: 1,
    extendedData: true,
    cmd: true,
    // Only on iOS does it exist, and commands of the server need it.
    ...(setUp.system === 'ios' && { remoteConfiguration: true }),
  });
}

function colotaConfiguration(setUp: SetUp): string {
  const fields = ['lat', 'lon', 'acc', 'alt', 'vel', 'batt', 'bs', 'tst', 'bear'];
  return toAscii({
    endpoint: appAddress(setUp, 'colota'),
    isOfflineMode: false,
    interval: 30,
    distance: 20,
    syncInterval: 60,
    apiTemplate: 'custom',
    httpMethod: 'POST',
    fieldMap: Object.fromEntries(fields.map((field) => [field, field])),
    auth: { type: 'bearer', bearerToken: setUp.key },
  });
}

/** What is typed into an app that no link can set up, in the order in which the app asks for it. */
export function valuesToType(app: PhoneApp, setUp: SetUp): TypedValue[] {
  const address = { field: 'address', value: appAddress(setUp, app) } as const;
  const key = { field: 'key', value: setUp.key, isSecret: true } as const;
  switch (app) {
    case 'owntracks':
      return [
        address,
        { field: 'user', value: USER_NAME },
        key,
        { field: 'device', value: deviceId(setUp.name) },
      ];
    case 'gpslogger':
      return [
        { field: 'method', value: 'POST' },
        address,
        { field: 'headers', value: `Authorization: Bearer ${setUp.key}`, isSecret: true },
        { field: 'body', value: GPSLOGGER_BODY },
      ];
    default:
      return [address, key];
  }
}

const GPSLOGGER_BODY =
  'lat=%LAT&lon=%LON&time=%TIME&acc=%ACC&alt=%ALT&spd=%SPD&dir=%DIR&batt=%BATT&ischarging=%ISCHARGING';

/** A phone's name as apps take it: small Latin letters and digits, at most 20. */
export function deviceId(name: string): string {
  const plain = name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, '');
  return plain.slice(0, 20) || 'phone';
}

/** JSON without a character above 127: some apps read the base64 of their links as Latin-1. */
const toAscii = (value: object): string =>
  JSON.stringify(value).replaceAll(
    /[\u0080-\uffff]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const inBase64 = (ascii: string): string => encodeURIComponent(btoa(ascii));
