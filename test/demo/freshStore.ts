import { runSql } from '../support/runSql';

/** Settings that put the demo's data somewhere of its own. */
export interface FreshStore {
  readonly env: Readonly<Record<string, string>>;
  /** Deletes the data. */
  remove(): Promise<void>;
}

/**
 * A place for the demo's data: a folder of the server's own, or, with DATABASE_URL, a new database on that server, so that
 * the demo touches nothing of what is in the one that was named.
 */
export async function freshStore({
  DATABASE_URL: url,
}: Readonly<Record<string, string | undefined>>): Promise<FreshStore> {
  if (!url) return { env: {}, remove: async () => undefined };
  const name = `kinmap_demo_${process.pid}_${Date.now()}`;
  await runSql(url, `create database ${name}`);
  const own = new URL(url);
  own.pathname = name;
  return {
    env: { DATABASE_URL: own.href },
    remove: async () => void (await runSql(url, `drop database ${name} with (force)`)),
  };
}
