import { type ExportSection, iso, section } from '#server/exportSection';

/** What the database has of a person's account, without passwords, keys and tokens. */
export const ACCOUNT_SECTIONS: readonly ExportSection[] = [
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
];
