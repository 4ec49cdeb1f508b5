import type { Queries } from '#server/db/schema';
import { visibility } from '#server/features/families/visibility';
import { type ExportSection, iso, section } from '#server/exportSection';
import { checkInRepository } from './checkIns/repository';
import { checkInRequestRepository } from './checkIns/requests/repository';
import { checkInsFor } from './checkIns/views';
import { isStillVisibleTo } from './inbox/visibility';
import { pushDeviceRepository } from './push/repository';
import { notifySettingsRepository } from './settings/repository';

const checkInReads = (db: Queries) => ({ checkIns: checkInRepository(db), visibility: visibility(db) });

/** The stored alerts of a person, and their notification settings. */
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
    return rows.map(({ person_id, geofence_id, notify_arrival, notify_departure, muted_until }) => ({
      aboutUserId: person_id,
      geofenceId: geofence_id,
      notifyArrival: notify_arrival === 1,
      notifyDeparture: notify_departure === 1,
      mutedUntil: muted_until === null ? null : new Date(muted_until).toISOString(),
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
  section('otherWays', ['notify_channels'], async (db, userId) => {
    const rows = await db
      .selectFrom('notify_channels')
      .select(['kind', 'address', 'scope', 'created_at', 'confirmed_at'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute();
    return rows.map(({ kind, address, scope, created_at, confirmed_at }) => ({
      kind,
      address,
      scope,
      createdAt: iso(created_at),
      confirmedAt: confirmed_at === null ? null : iso(confirmed_at),
    }));
  }),
  section('alerts', ['notices', 'notice_devices'], async (db, userId) => {
    const rows = await db
      .selectFrom('notices')
      .select(['subject_id', 'kind', 'payload', 'created_at', 'read_at'])
      .where((eb) =>
        eb.or([
          eb('subject_id', '=', userId),
          // Who has left the family is not shown in it any more, here as in the inbox.
          eb.and([eb('recipient_id', '=', userId), isStillVisibleTo(db, userId)(eb)]),
        ]),
      )
      // The person's own messages are in their section.
      .where('kind', '!=', 'message')
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return rows.map(({ subject_id, kind, payload, created_at, read_at }) => ({
      direction: subject_id === userId ? 'aboutMe' : 'forMe',
      kind,
      payload: JSON.parse(payload) as unknown,
      createdAt: iso(created_at),
      readAt: read_at === null ? null : iso(read_at),
    }));
  }),
  section('onceAlerts', ['once_alerts'], async (db, userId) => {
    const rows = await db.selectFrom('once_alerts').selectAll().where('viewer_id', '=', userId).execute();
    return rows.map(({ person_id, geofence_id, kind, created_at }) => ({
      aboutUserId: person_id,
      geofenceId: geofence_id,
      kind,
      createdAt: created_at === null ? null : iso(created_at),
    }));
  }),
  section('checkIns', ['checkins', 'checkin_people'], async (db, userId) => {
    const rows = await checkInRepository(db).list(userId, 0, Number.MAX_SAFE_INTEGER);
    return (await checkInsFor(checkInReads(db), userId, rows)).map(({ lastPosition: _shown, ...one }) => one);
  }),
  section('checkInRequests', ['checkin_requests'], async (db, userId) => {
    const rows = await checkInRequestRepository(db).list(userId);
    return rows.map(({ from_id, to_id, text, state, created_at }) => ({
      fromUserId: from_id,
      toUserId: to_id,
      text,
      state,
      createdAt: iso(created_at),
    }));
  }),
  section('callsForHelp', ['sos', 'sos_track', 'sos_triggers'], async (db, userId) => {
    const calls = await db
      .selectFrom('sos')
      .selectAll()
      .where('caller_id', '=', userId)
      .orderBy('id')
      .execute();
    const track = await db
      .selectFrom('sos_track')
      .innerJoin('sos', 'sos.id', 'sos_track.sos_id')
      .selectAll('sos_track')
      .where('caller_id', '=', userId)
      .orderBy('recorded_at')
      .execute();
    return calls.map(({ id, message, started_at, ended_at, ending }) => ({
      id,
      message,
      startedAt: iso(started_at),
      endedAt: ended_at === null ? null : iso(ended_at),
      ending,
      track: track
        .filter(({ sos_id }) => sos_id === id)
        .map(({ latitude, longitude, accuracy, recorded_at }) => ({
          latitude,
          longitude,
          accuracy,
          timestamp: iso(recorded_at),
        })),
    }));
  }),
  section('answersToCalls', ['sos_people', 'sos_log'], async (db, userId) => {
    const rows = await db
      .selectFrom('sos_log')
      .select(['sos_id', 'at', 'what', 'detail'])
      .where('user_id', '=', userId)
      .orderBy('at')
      .orderBy('id')
      .execute();
    return rows.map(({ sos_id, at, what, detail }) => ({ sosId: sos_id, at: iso(at), what, detail }));
  }),
];
