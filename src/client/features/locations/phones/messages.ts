import type { Phone, PhoneApp } from '#contract/phones';
import { t } from '#client/i18n/text';
import { ago } from '#client/i18n/times';
import type { PhoneSystem } from './apps';
import type { CopiedField } from './slice';

/** A phone that has not been heard for this long is called silent. */
const SILENT_AFTER_MS = 12 * 3_600_000;

export function appName(app: PhoneApp): string {
  switch (app) {
    case 'owntracks':
      return t('OwnTracks');
    case 'overland':
      return t('Overland');
    case 'osmand':
      return t('Traccar Client');
    case 'gpslogger':
      return t('GPSLogger');
    case 'colota':
      return t('Colota');
  }
}

export const systemName = (system: PhoneSystem): string => (system === 'ios' ? t('iPhone') : t('Android'));

/** What an app is good for, in one sentence. */
export const appPurpose = (app: PhoneApp): string =>
  t(
    {
      owntracks: 'Spares the battery, and shows your family and your places in the app as well.',
      overland: 'Records every move closely, and sends it in batches.',
      osmand: 'Simple. Reports every few minutes, and has an SOS button.',
      gpslogger: 'For people who want to set every detail themselves.',
      colota: 'Records every move closely, and pauses where nothing moves.',
    }[app],
  );

/** How the user makes the app send positions. The app's own words are in quotation marks. */
export const startText = (app: PhoneApp): string =>
  t(
    {
      owntracks: 'Open OwnTracks, and let it use your location all the time.',
      overland: 'In Overland, switch “Tracker” on, and let it use your location all the time.',
      osmand:
        'In Traccar Client, switch “Continuous tracking” on, and let it use your location all the time.',
      gpslogger: 'In GPSLogger, press “Start logging”, and let it use your location all the time.',
      colota: 'In Colota, press “Start tracking”, and let it use your location all the time.',
    }[app],
  );

/** What keeps a system from ending the app in the background. */
export const systemHint = (system: PhoneSystem): string =>
  system === 'ios'
    ? t(
        'In the iPhone’s settings of the app: Location “Always” with “Precise Location”, and “Background App Refresh” on. Do not swipe the app away.',
      )
    : t(
        'In Android’s settings of the app: battery “Unrestricted”, location “Allow all the time”, and no pausing of the app when it is unused.',
      );

/** The name of a value in the app, which is English there. */
export function fieldName(app: PhoneApp, field: CopiedField): string {
  const own: Partial<Record<PhoneApp, Partial<Record<CopiedField, string>>>> = {
    owntracks: { address: 'URL', user: 'Username', key: 'Password', device: 'Device ID' },
    overland: { address: 'Receiver Endpoint URL', key: 'Access Token' },
    osmand: { address: 'Server URL', key: 'Device identifier' },
    gpslogger: { address: 'URL', method: 'HTTP Method', headers: 'HTTP Headers', body: 'HTTP Body' },
    colota: { address: 'Endpoint', key: 'Bearer Token' },
  };
  return own[app]?.[field] ?? field;
}

/** When the phone was heard last. @param now epoch milliseconds */
export function lastSeenText({ lastSeenAt }: Phone, now: number): string {
  if (lastSeenAt === null) return t('Not heard yet');
  const age = Math.max(0, now - Date.parse(lastSeenAt));
  return age >= SILENT_AFTER_MS
    ? t('Silent, heard {ago}', { ago: ago(age) })
    : t('Heard {ago}', { ago: ago(age) });
}

/** Percent of the battery, and whether it charges; null where it is not known. */
export function batteryText({ battery, charging }: Pick<Phone, 'battery' | 'charging'>): string | null {
  if (battery === null) return null;
  const percent = Math.round(battery * 100);
  return charging === true ? t('{percent} %, charging', { percent }) : t('{percent} %', { percent });
}

/** What went wrong last; null for nothing. @param now epoch milliseconds */
export function lastErrorText({ lastError, lastErrorAt }: Phone, now: number): string | null {
  if (lastError === null) return null;
  const text = problemText(lastError);
  if (lastErrorAt === null) return text;
  return t('{problem} ({ago})', { problem: text, ago: ago(Math.max(0, now - Date.parse(lastErrorAt))) });
}

/** For how long after the last one. */
const DROPPED_SHOWN_MS = 7 * 24 * 60 * 60_000;

/** That it sent more positions than are kept; null when none was dropped lately. @param now epoch milliseconds */
export function droppedText({ droppedFixes, droppedAt }: Phone, now: number): string | null {
  if (droppedAt === null || now - Date.parse(droppedAt) >= DROPPED_SHOWN_MS) return null;
  return t(
    'It sent more positions than are kept: {count, plural, one {# was} other {# were}} dropped, the last {ago}. If that surprises you, make a new key.',
    { count: droppedFixes, ago: ago(Math.max(0, now - Date.parse(droppedAt))) },
  );
}

function problemText(problem: NonNullable<Phone['lastError']>): string {
  const texts: Record<NonNullable<Phone['lastError']>, string> = {
    unreadable: t('What it sent could not be read.'),
    empty: t('It sent nothing.'),
    other_type: t('What it sent held no position.'),
    encrypted: t('Its positions are encrypted. Empty the encryption key in the app’s settings.'),
    event: t('What it sent held no position.'),
    bad_position: t('It found no position.'),
    bad_time: t('A position had no usable time. Is the phone’s clock right?'),
    bad_accuracy: t('It did not know its position well enough.'),
    too_old: t('Positions were too old to be kept.'),
    sos_unheard: t('Its SOS reached no one.'),
  };
  return texts[problem];
}

/** What the phone says keeps it from reporting, and what to do. */
export const phoneHintText = (hint: Phone['hints'][number]): string =>
  t(
    {
      bo: 'Battery optimisation stops the app in the background. Set its battery use to “Unrestricted”.',
      loc: 'Location is switched off, or not allowed all the time. Allow it in the app’s settings.',
      ps: 'The phone saves power, and reports less often.',
      hib: 'Android pauses the app when it is unused. Switch that off in the app’s settings.',
      authorisation:
        'The iPhone gives its location only while the app is open. Choose “Always” in its settings.',
    }[hint],
  );

/** Younger than this, in milliseconds, something has just come. */
const JUST_NOW_MS = 10_000;

/** How long ago a position has come. @param now epoch milliseconds */
export function receivedAgo({ lastSeenAt, lastFixAt }: Phone, now: number): string {
  const age = Math.max(0, now - Date.parse(lastSeenAt ?? lastFixAt ?? ''));
  return age < JUST_NOW_MS ? t('just now') : ago(age);
}

/** Who sees what the phone sends: only one phone of a person counts at a time. */
export const audienceText = ({ isPrimary }: Phone): string =>
  isPrimary
    ? t('From the first position on, your families see it.')
    : t(
        'Your families follow your primary phone. This one stands in when that is silent and this one moves.',
      );
