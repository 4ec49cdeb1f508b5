import type { Queries } from './schema';

/** Whether a session has not ended. */
export async function hasSession(db: Queries, id: string): Promise<boolean> {
  const open = db.selectFrom('sessions').select('id').where('id', '=', id).where('ended_at', 'is', null);
  return (await open.executeTakeFirst()) !== undefined;
}
