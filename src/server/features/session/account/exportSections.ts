import { ALERT_SECTIONS } from '#server/features/alerts/exportSections';
import { LOCATION_SECTIONS } from '#server/features/locations/exportSections';
import { PHONE_SECTIONS } from '#server/features/phones/exportSections';
import type { Queries } from '#server/db/schema';
import { membershipsOf } from '#server/features/families/visibility';
import { type ExportSection, iso, section } from './exportSection';

/** Rows of one page: reading them blocks the process for about 3 ms. */
const PAGE_ROWS = 2_000;

/**
 * All data about a person, without the names, emails and locations of others.
 * A feature that stores something about people adds its section here.
 */
export const EXPORT_SECTIONS: readonly ExportSection[] = [
  section('account', ['users'], async (db, userId) => {
    const rows = await db.selectFrom('users').selectAll().where('id', '=', userId).execute();
    return rows.map(({ id, name, email, phone, shares_phone, profile_image, created_at }) => ({
      id,
      name,
      email,
      phone,
      sharesPhone: shares_phone === 1,
      profileImage: profile_image,
      createdAt: iso(created_at),
    }));
  }),
  section('formerEmails', ['reserved_emails'], async (db, userId) => {
    const rows = await db.selectFrom('reserved_emails').selectAll().where('user_id', '=', userId).execute();
    return rows.map(({ email, reserved_until }) => ({ email, reservedUntil: iso(reserved_until) }));
  }),
  section('emailedLinks', ['account_links'], async (db, userId) => {
    const links = await db.selectFrom('account_links').selectAll().where('user_id', '=', userId).execute();
    return links.map(({ purpose, email, expires_at }) => ({ purpose, email, expiresAt: iso(expires_at) }));
  }),
  section('secondFactors', ['factors', 'recovery_codes', 'factor_challenges'], async (db, userId) => {
    const rows = await db.selectFrom('factors').selectAll().where('user_id', '=', userId).execute();
    return rows.map(({ kind, created_at, last_used_at }) => ({
      kind,
      createdAt: iso(created_at),
      lastUsedAt: last_used_at === null ? null : iso(last_used_at),
    }));
  }),
  section('sessions', ['sessions'], async (db, userId) => {
    const rows = await db
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .orderBy('created_at')
      .execute();
    return rows.map(({ created_at, last_used_at, address, user_agent }) => ({
      createdAt: iso(created_at),
      lastUsedAt: iso(last_used_at),
      address,
      userAgent: user_agent,
    }));
  }),
  section('picture', ['pictures'], async (db, userId) => {
    const rows = await db.selectFrom('pictures').selectAll().where('user_id', '=', userId).execute();
    return rows.map(({ type, data, created_at }) => ({ type, base64: data, createdAt: iso(created_at) }));
  }),
  section('families', ['family_members'], async (db, userId) => {
    const rows = await db
      .selectFrom('family_members')
      .innerJoin('families', 'families.id', 'family_members.family_id')
      .select(['families.id', 'families.name', 'is_admin', 'joined_at'])
      .where('user_id', '=', userId)
      .orderBy('joined_at')
      .execute();
    return rows.map(({ id, name, is_admin, joined_at }) => ({
      id,
      name,
      isAdmin: is_admin === 1,
      joinedAt: iso(joined_at),
    }));
  }),
  ...ALERT_SECTIONS,
  section('invitations', ['invitations'], async (db, userId) => {
    const rows = await db
      .selectFrom('invitations')
      .innerJoin('families', 'families.id', 'invitations.family_id')
      .select(['families.name', 'invited_by', 'email', 'is_admin', 'invitations.created_at'])
      .where(({ eb, or }) => or([eb('user_id', '=', userId), eb('invited_by', '=', userId)]))
      .orderBy('invitations.created_at')
      .execute();
    return rows.map(({ name, invited_by, email, is_admin, created_at }) => ({
      family: name,
      ...(invited_by === userId ? { direction: 'sent' } : { direction: 'received', email }),
      isAdmin: is_admin === 1,
      createdAt: iso(created_at),
    }));
  }),
  section('declinedInvitations', ['invitation_declines'], async (db, userId) => {
    const rows = await db
      .selectFrom('invitation_declines')
      .select('declined_at')
      .where('user_id', '=', userId)
      .orderBy('declined_at')
      .execute();
    return rows.map(({ declined_at }) => ({ declinedAt: iso(declined_at) }));
  }),
  section('blockedInvitations', ['blocks'], async (db, userId) => {
    const rows = await db
      .selectFrom('blocks')
      .select(['blocked_family_id', 'name', 'created_at'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute();
    return rows.map(({ blocked_family_id, name, created_at }) => ({
      ...(blocked_family_id === null ? { kind: 'person' } : { kind: 'family', name }),
      createdAt: iso(created_at),
    }));
  }),
  section('activity', ['family_activity'], async (db, userId) => {
    const rows = await db
      .selectFrom('family_activity')
      .select(['kind', 'by_id', 'is_admin', 'geofence_name', 'geofence_change', 'earlier_name'])
      .select(['setting', 'is_enabled', 'at'])
      .where(({ eb, or }) => or([eb('user_id', '=', userId), eb('by_id', '=', userId)]))
      .orderBy('at')
      .execute();
    return rows.map((row) => ({
      kind: row.kind,
      direction: row.by_id === userId ? 'byMe' : 'aboutMe',
      ...(row.is_admin === null ? {} : { isAdmin: row.is_admin === 1 }),
      ...(row.geofence_name === null ? {} : { place: row.geofence_name, change: row.geofence_change }),
      ...(row.earlier_name === null ? {} : { earlierName: row.earlier_name }),
      ...(row.setting === null ? {} : { setting: row.setting, enabled: row.is_enabled === 1 }),
      at: iso(row.at),
    }));
  }),
  section('geofences', ['geofences'], async (db, userId) => {
    const rows = await db
      .selectFrom('geofences')
      // Other members may have changed what a former member created.
      .innerJoin(membershipsOf(db, [userId]).as('mine'), 'mine.family_id', 'geofences.family_id')
      .select(['name', 'latitude', 'longitude', 'radius', 'polygon', 'schedule', 'place_kind', 'created_at'])
      .where('created_by', '=', userId)
      .orderBy('created_at')
      .execute();
    return rows.map(({ created_at, schedule, polygon, place_kind, ...geofence }) => ({
      ...geofence,
      ...(place_kind === null ? {} : { kind: place_kind }),
      ...(polygon === null ? {} : { polygon: JSON.parse(polygon) as unknown }),
      ...(schedule === null ? {} : { schedule: JSON.parse(schedule) as unknown }),
      createdAt: iso(created_at),
    }));
  }),
  section('placesInRespectOfGeofences', ['geofence_states', 'geofence_watches'], async (db, userId) => {
    const rows = await db
      .selectFrom('geofence_states')
      .innerJoin('geofences', 'geofences.id', 'geofence_states.geofence_id')
      .leftJoin('geofence_watches', 'geofence_watches.user_id', 'geofence_states.user_id')
      .select(['geofences.name', 'containment', 'evaluated_at'])
      .where('geofence_states.user_id', '=', userId)
      .execute();
    return rows.map(({ name, containment, evaluated_at }) => ({
      geofence: name,
      containment,
      evaluatedAt: evaluated_at === null ? null : iso(evaluated_at),
    }));
  }),
  section('arrivalsAndDepartures', ['geofence_events'], async (db, userId) => {
    const rows = await db
      .selectFrom('geofence_events')
      .innerJoin('geofences', 'geofences.id', 'geofence_events.geofence_id')
      .select(['geofences.name', 'event', 'at', 'reported_at', 'distance', 'from_edge', 'accuracy'])
      .where('user_id', '=', userId)
      .orderBy('at')
      .execute();
    return rows.map(({ name, event, at, reported_at, distance, from_edge, accuracy }) => ({
      geofence: name,
      event,
      at: iso(at),
      reportedAt: iso(reported_at),
      distance,
      fromEdge: from_edge === 1,
      accuracy,
    }));
  }),
  section('readInChats', ['message_reads'], async (db, userId) => {
    const rows = await db
      .selectFrom('message_reads')
      .innerJoin('families', 'families.id', 'message_reads.family_id')
      .select(['families.name', 'sequence'])
      .where('user_id', '=', userId)
      .execute();
    return rows.map(({ name, sequence }) => ({ family: name, upToMessage: sequence }));
  }),
  { name: 'messages', tables: ['messages'], pages: messages },
  ...PHONE_SECTIONS,
  ...LOCATION_SECTIONS,
];

async function* messages(db: Queries, userId: string): AsyncGenerator<object[]> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const rows = await db
      .selectFrom('messages')
      .leftJoin(membershipsOf(db, [userId]).as('mine'), 'mine.family_id', 'messages.family_id')
      // Former members do not see the family's name.
      .leftJoin('families', 'families.id', 'mine.family_id')
      .select(['messages.id', 'families.name', 'content', 'sent_at'])
      .where('messages.user_id', '=', userId)
      .where('messages.id', '>', after)
      .orderBy('messages.id')
      .limit(PAGE_ROWS)
      .execute();
    yield rows.map(({ name, content, sent_at }) => ({ family: name, content, timestamp: iso(sent_at) }));
    after = rows.length < PAGE_ROWS ? undefined : rows.at(-1)?.id;
  }
}
