import { runSql } from '../support/runSql';

/** Settings for temporary data. */
export interface FreshStore {
  readonly env: Readonly<Record<string, string>>;
  /** Deletes the data. */
  remove(): Promise<void>;
}

/** A temporary folder of the server, or with DATABASE_URL a new database, so that existing data stays untouched. */
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
