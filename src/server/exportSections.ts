import type { ExportSection } from './exportSection';
import { ALERT_SECTIONS } from './features/alerts/exportSections';
import { CHAT_SECTIONS } from './features/chat/exportSections';
import { FAMILY_SECTIONS } from './features/families/exportSections';
import { GEOFENCE_SECTIONS } from './features/geofences/exportSections';
import { LOCATION_SECTIONS } from './features/locations/exportSections';
import { PHONE_SECTIONS } from './features/phones/exportSections';
import { ACCOUNT_SECTIONS } from './features/session/account/exportSections';

/**
 * All data about a person, without the names, emails and locations of others.
 * A feature that stores something about people adds its section.
 */
export const EXPORT_SECTIONS: readonly ExportSection[] = [
  ...ACCOUNT_SECTIONS,
  ...FAMILY_SECTIONS,
  ...ALERT_SECTIONS,
  ...GEOFENCE_SECTIONS,
  ...CHAT_SECTIONS,
  ...PHONE_SECTIONS,
  ...LOCATION_SECTIONS,
];
