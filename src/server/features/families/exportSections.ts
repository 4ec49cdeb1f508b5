import { type ExportSection, iso, section } from '#server/exportSection';

/** What the database has of a person in families. */
export const FAMILY_SECTIONS: readonly ExportSection[] = [
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
];
