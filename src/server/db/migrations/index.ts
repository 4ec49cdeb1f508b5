import type { Migration } from 'kysely';
import * as peopleFamiliesLocations from './0001-people-families-locations';
import * as geofencesAlerts from './0002-geofences-alerts';
import * as accounts from './0003-accounts';
import * as preferences from './0004-preferences';
import * as chat from './0005-chat';
import * as circles from './0006-circles';
import * as plainNames from './0007-plain-names';
import * as membershipPrivacy from './0008-membership-privacy';
import * as sessions from './0009-sessions';
import * as factors from './0012-factors';
import * as notices from './0013-notices';
import * as push from './0014-push';
import * as accountLinks from './0015-account-links';
import * as accountLimits from './0016-account-limits';
import * as activityDetails from './0017-activity-details';
import * as sosIndex from './0018-sos-index';
import * as channels from './0019-channels';
import * as sos from './0020-sos';
import * as dayTotals from './0023-day-totals';
import * as checkIns from './0024-check-ins';
import * as geofenceEvents from './0025-geofence-events';
import * as imports from './0029-imports';
import * as dayStays from './0030-day-stays';
import * as geofenceSchedules from './0031-geofence-schedules';
import * as phones from './0033-phones';
import * as positionDetails from './0034-position-details';
import * as stayCorrections from './0037-stay-corrections';
import * as linesAndPolygons from './0039-lines-and-polygons';
import * as sharedNumbers from './0041-shared-numbers';
import * as phoneAnswers from './0045-phone-answers';
import * as motionAndPausedImports from './0047-motion-and-paused-imports';
import * as placeKinds from './0049-place-kinds';
import * as mutedPlaces from './0053-muted-places';
import * as phoneQuota from './0054-phone-quota';
import * as challengeVersions from './0058-challenge-versions';
import * as onceAlertTimes from './0059-once-alert-times';
import * as removedPushDevices from './0060-removed-push-devices';

/** Every change of the tables, oldest first. Only ever added to; a released one is never edited. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-people-families-locations': peopleFamiliesLocations,
  '0002-geofences-alerts': geofencesAlerts,
  '0003-accounts': accounts,
  '0004-preferences': preferences,
  '0005-chat': chat,
  '0006-circles': circles,
  '0007-plain-names': plainNames,
  '0008-membership-privacy': membershipPrivacy,
  '0009-sessions': sessions,
  '0012-factors': factors,
  '0013-notices': notices,
  '0014-push': push,
  '0015-account-links': accountLinks,
  '0016-account-limits': accountLimits,
  '0017-activity-details': activityDetails,
  '0018-sos-index': sosIndex,
  '0019-channels': channels,
  '0020-sos': sos,
  '0023-day-totals': dayTotals,
  '0024-check-ins': checkIns,
  '0025-geofence-events': geofenceEvents,
  '0029-imports': imports,
  '0030-day-stays': dayStays,
  '0031-geofence-schedules': geofenceSchedules,
  '0033-phones': phones,
  '0034-position-details': positionDetails,
  '0037-stay-corrections': stayCorrections,
  '0039-lines-and-polygons': linesAndPolygons,
  '0041-shared-numbers': sharedNumbers,
  '0045-phone-answers': phoneAnswers,
  '0047-motion-and-paused-imports': motionAndPausedImports,
  '0049-place-kinds': placeKinds,
  '0053-muted-places': mutedPlaces,
  '0054-phone-quota': phoneQuota,
  '0058-challenge-versions': challengeVersions,
  '0059-once-alert-times': onceAlertTimes,
  '0060-removed-push-devices': removedPushDevices,
};
