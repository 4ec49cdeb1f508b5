import { visibility } from '#server/features/families/visibility';
import { type ExportSection, iso, section } from '#server/features/session/account/exportSection';
import { pushDeviceRepository } from './push/repository';
import { notifySettingsRepository } from './settings/repository';

/** What the store has of a person's alerts, and of how they want to be told. */
export const ALERT_SECTIONS: readonly ExportSection[] = [
  section('preferences', ['notification_preferences'], async (db, userId) => {
    const rows = await db
      .selectFrom('notification_preferences')
      .selectAll()
      .where('viewer_id', '=', userId)
      .execute();
    return rows.map(({ person_id, notify_arrival, notify_departure }) => ({
      aboutUserId: person_id,
      notifyArrival: notify_arrival === 1,
      notifyDeparture: notify_departure === 1,
    }));
  }),
  section('placePreferences', ['fence_preferences'], async (db, userId) => {
    const rows = await db
      .selectFrom('fence_preferences')
      .selectAll()
      .where('viewer_id', '=', userId)
      .execute();
    return rows.map(({ person_id, geofence_id, notify_arrival, notify_departure }) => ({
      aboutUserId: person_id,
      geofenceId: geofence_id,
      notifyArrival: notify_arrival === 1,
      notifyDeparture: notify_departure === 1,
    }));
  }),
  section('notifications', ['notify_settings'], async (db, userId) => {
    const { quiet, timeZone, privateText, messages } = await notifySettingsRepository(db).of(userId);
    return [{ quiet, timeZone, privateText, messages }];
  }),
  section('pushDevices', ['push_devices', 'deliveries'], async (db, userId) => {
    const rows = await pushDeviceRepository(db).list(userId);
    return rows.map(({ name, created_at, seen_at }) => ({
      name,
      createdAt: iso(created_at),
      seenAt: iso(seen_at),
    }));
  }),
  section('alerts', ['notices', 'notice_devices'], async (db, userId) => {
    const rows = await db
      .selectFrom('notices')
      .select(['subject_id', 'family_ids', 'kind', 'payload', 'created_at', 'read_at'])
      .where(({ eb, or }) => or([eb('recipient_id', '=', userId), eb('subject_id', '=', userId)]))
      // The person's own messages are in their section.
      .where('kind', '!=', 'message')
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    const families = await visibility(db).familiesOf(userId);
    const visible = rows.filter(
      ({ subject_id, family_ids }) =>
        subject_id === userId || families.some((id) => (JSON.parse(family_ids) as string[]).includes(id)),
    );
    return visible.map(({ subject_id, kind, payload, created_at, read_at }) => ({
      direction: subject_id === userId ? 'aboutMe' : 'forMe',
      kind,
      payload: JSON.parse(payload) as unknown,
      createdAt: iso(created_at),
      readAt: read_at === null ? null : iso(read_at),
    }));
  }),
  section('callsForHelp', ['sos_calls'], async (db, userId) => {
    const rows = await db
      .selectFrom('sos_calls')
      .select('created_at')
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute();
    return rows.map(({ created_at }) => ({ createdAt: iso(created_at) }));
  }),
];
