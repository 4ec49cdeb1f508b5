import { type SqlBool, sql } from 'kysely';
import type { Queries } from '#server/db/schema';
import { CONVERSATION_PAUSE_MS, type NoticeKind, SENDING_RULES } from '../rules';

/** Notices of one insert. */
const ROWS_AT_ONCE = 1_000;
/** Arrivals and departures that wait for one device or address. */
const CROSSINGS_WAITING = 20;
const COLUMNS = [
  'notice_id',
  'channel',
  'target_id',
  'state',
  'rank',
  'due_at',
  'lease_until',
  'attempts',
  'updated_at',
] as const;
const EMERGENCIES = Object.keys(SENDING_RULES).filter(
  (kind) => SENDING_RULES[kind as NoticeKind].isEmergency,
);

/** The SQL that decides by which devices and addresses a notice reaches a person without an open page. */
export function schedulingRepository(db: Queries) {
  return {
    /**
     * Stores a delivery for each device and address of the recipients that want to know. A notice that was changed since is
     * sent again.
     * @param now in epoch milliseconds
     */
    async schedule(noticeIds: readonly string[], now: number): Promise<void> {
      for (let from = 0; from < noticeIds.length; from += ROWS_AT_ONCE)
        await schedule(db, noticeIds.slice(from, from + ROWS_AT_ONCE), now);
    },
  };
}
export type SchedulingRepository = ReturnType<typeof schedulingRepository>;

/** SQL: a value for each kind of notice. */
function byKind(rule: 'rank' | 'delayMs') {
  const cases = Object.entries(SENDING_RULES).map(
    ([kind, values]) => sql`when ${sql.lit(kind)} then ${sql.lit(values[rule])}`,
  );
  return sql<number>`cast(case notices.kind ${sql.join(cases, sql` `)} end as bigint)`;
}

/** SQL: where the recipients of notices can be reached. */
function targetsOf(db: Queries, noticeIds: readonly string[]) {
  const recipients = db.selectFrom('notices').select('recipient_id').where('id', 'in', noticeIds);
  return db
    .selectFrom('push_devices')
    .select(['id', 'user_id', sql.lit<string>('push').as('channel'), sql.lit<string>('all').as('scope')])
    .where('user_id', 'in', recipients)
    .unionAll(
      db
        .selectFrom('notify_channels')
        .select(['id', 'user_id', 'kind as channel', 'scope'])
        .where('user_id', 'in', recipients)
        .where('confirmed_at', 'is not', null),
    );
}

/** SQL: whether the recipient wants to know: by the choice for the place, else by the one about the person. */
const unlessMuted = (choice: 'notify_arrival' | 'notify_departure', now: number) =>
  sql`case when fence.muted_until > ${now} then 0
    else coalesce(${sql.ref(`fence.${choice}`)}, ${sql.ref(`person.${choice}`)}, 0) end`;

/** SQL: a row for each notice and place where its recipient can be reached, if they want to know. */
function wantedDeliveries(db: Queries, noticeIds: readonly string[], now: number) {
  return db
    .selectFrom('notices')
    .innerJoin(targetsOf(db, noticeIds).as('target'), 'target.user_id', 'notices.recipient_id')
    .leftJoin('notification_preferences as person', (join) =>
      join
        .onRef('person.viewer_id', '=', 'notices.recipient_id')
        .onRef('person.person_id', '=', 'notices.subject_id'),
    )
    .leftJoin('fence_preferences as fence', (join) =>
      join
        .onRef('fence.viewer_id', '=', 'notices.recipient_id')
        .onRef('fence.person_id', '=', 'notices.subject_id')
        .on(sql<SqlBool>`notices.about = 'fence:' || fence.person_id || ':' || fence.geofence_id`),
    )
    .leftJoin('once_alerts as once', (join) =>
      join
        .onRef('once.viewer_id', '=', 'notices.recipient_id')
        .onRef('once.person_id', '=', 'notices.subject_id')
        .on(sql<SqlBool>`once.kind = notices.kind`)
        .on(sql<SqlBool>`notices.about = 'fence:' || once.person_id || ':' || once.geofence_id`),
    )
    .where('notices.id', 'in', noticeIds)
    .where(({ eb, or }) =>
      or([eb('target.scope', '=', 'all'), eb(sql<string>`notices.kind`, 'in', EMERGENCIES)]),
    )
    .where(
      sql<SqlBool>`(once.viewer_id is not null or case notices.kind
        when 'arrival' then ${unlessMuted('notify_arrival', now)}
        when 'departure' then ${unlessMuted('notify_departure', now)}
        else 1 end = 1)`,
    );
}

/**
 * SQL: the rows to store. Of arrivals and departures, which one member's device can make up by thousands, few wait for a
 * device or address; all are in the inbox.
 */
function newDeliveries(db: Queries, noticeIds: readonly string[], now: number) {
  const moment = sql<number>`cast(${now} as bigint)`;
  const numbered = wantedDeliveries(db, noticeIds, now).select([
    'notices.id as notice_id',
    'target.channel as channel',
    'target.id as target_id',
    sql.lit('waiting').as('state'),
    byKind('rank').as('rank'),
    sql<number>`${moment} + ${byKind('delayMs')}`.as('due_at'),
    sql.lit(0).as('lease_until'),
    sql.lit(0).as('attempts'),
    moment.as('updated_at'),
    sql<number>`row_number() over (partition by target.id, notices.kind in ('arrival', 'departure')
      order by notices.id desc)`.as('number'),
  ]);
  const crossing = sql.lit(SENDING_RULES.arrival.rank);
  const waiting = sql`(select count(*) from deliveries where deliveries.target_id = wanted.target_id
    and deliveries.state = 'waiting' and deliveries.rank = ${crossing})`;
  return db
    .selectFrom(numbered.as('wanted'))
    .select(COLUMNS)
    .where(
      sql<SqlBool>`(wanted.rank <> ${crossing} or wanted.number + ${waiting} <= ${sql.lit(CROSSINGS_WAITING)})`,
    );
}

/**
 * SQL: when a notice that was changed is due. What waits keeps its time, so that a lively conversation does not postpone its
 * notification for ever. A push takes the place of the one before it; an email does not, so a conversation pauses there.
 */
const dueAgain = () => {
  const afterPause = sql`deliveries.updated_at + ${sql.lit(CONVERSATION_PAUSE_MS)}`;
  return sql<number>`case
    when deliveries.state = 'waiting' and deliveries.claimed_by is null then deliveries.due_at
    when deliveries.state = 'handedOver' and deliveries.channel <> 'push'
      and deliveries.rank = ${sql.lit(SENDING_RULES.message.rank)} and ${afterPause} > excluded.due_at
      then ${afterPause}
    else excluded.due_at end`;
};

async function schedule(db: Queries, noticeIds: readonly string[], now: number): Promise<void> {
  await db
    .insertInto('deliveries')
    .columns(COLUMNS)
    .expression(newDeliveries(db, noticeIds, now))
    .onConflict((conflict) =>
      conflict.columns(['notice_id', 'channel', 'target_id']).doUpdateSet({
        state: 'waiting',
        reason: null,
        due_at: dueAgain(),
        lease_until: 0,
        claimed_by: null,
        attempts: 0,
        receipt_hash: null,
        updated_at: now,
      }),
    )
    .execute();
}
