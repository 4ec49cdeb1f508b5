import type { PhoneApp } from '#contract/phones';

/** What runs on a phone. */
export type PhoneSystem = 'android' | 'ios';

/** The apps by system, the recommended one first: it also shows the family, and gets its places. */
export const APPS_OF: Record<PhoneSystem, readonly [PhoneApp, ...PhoneApp[]]> = {
  ios: ['owntracks', 'overland', 'osmand'],
  android: ['owntracks', 'colota', 'osmand', 'gpslogger'],
};

/** The only system on which an app runs; null where it runs on both. */
export function systemOf(app: PhoneApp): PhoneSystem | null {
  const isOn = (system: PhoneSystem) => APPS_OF[system].includes(app);
  if (isOn('ios') && isOn('android')) return null;
  return isOn('ios') ? 'ios' : 'android';
}

/** Where the app can be had. */
export const STORES: Record<PhoneApp, Partial<Record<PhoneSystem, string>>> = {
  owntracks: {
    ios: 'https://apps.apple.com/app/owntracks/id692424691',
    android: 'https://play.google.com/store/apps/details?id=org.owntracks.android',
  },
  overland: { ios: 'https://apps.apple.com/app/overland-gps-tracker/id1292426766' },
  osmand: {
    ios: 'https://apps.apple.com/app/traccar-client/id843156974',
    android: 'https://play.google.com/store/apps/details?id=org.traccar.client',
  },
  gpslogger: { android: 'https://f-droid.org/packages/com.mendhak.gpslogger/' },
  colota: { android: 'https://play.google.com/store/apps/details?id=com.Colota' },
};
