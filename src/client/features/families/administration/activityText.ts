import type { ActivityEntry } from '#contract/families';
import { t } from '#client/i18n/text';

/** What happened, in one sentence. */
export function activityText(entry: ActivityEntry): string {
  const { kind, userName, byName, isAdmin } = entry;
  const name = userName ?? t('A former member');
  if (kind === 'joined') return t('{name} joined', { name });
  if (kind === 'left')
    return userName === null ? t('A member deleted their account') : t('{name} left', { name });
  if (kind === 'removed') return t('{by} removed {name}', { by: byName ?? t('A former member'), name });
  if (kind === 'code') return t('{name} made a new invitation code', { name });
  if (kind === 'place') return placeText(entry, name);
  if (kind === 'setting') return settingText(entry, name);
  if (kind === 'admin')
    return t(isAdmin ? '{name} is an admin now' : '{name} is no longer an admin', { name });
  return t('{name} changed the family', { name });
}

function placeText({ change, geofenceName, earlierName }: ActivityEntry, name: string): string {
  const place = geofenceName ?? '';
  if (change === 'created') return t('{name} added {place}', { name, place });
  if (change === 'moved') return t('{name} moved {place}', { name, place });
  if (change === 'deleted') return t('{name} deleted {place}', { name, place });
  if (change === 'renamed' && earlierName !== undefined)
    return t('{name} renamed {earlierName} to {place}', { name, earlierName, place });
  return t('{name} changed {place}', { name, place });
}

function settingText({ setting, enabled }: ActivityEntry, name: string): string {
  if (setting === 'showsEarlierMessages')
    return t(
      enabled
        ? '{name} decided that new members see earlier messages'
        : '{name} decided that new members do not see earlier messages',
      { name },
    );
  if (setting === 'keepsGeofences')
    return t(
      enabled
        ? '{name} decided to keep the places of deleted accounts'
        : '{name} decided to delete the places of deleted accounts',
      { name },
    );
  return t('{name} changed the family settings', { name });
}
