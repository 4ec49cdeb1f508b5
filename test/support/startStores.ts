import { openPostgres } from '#server/db/postgres';
import { runSql } from './runSql';
import { startOwnPostgres, startOwnRedis, type OwnProgram } from './stores';

/** Name of the migrated database that those of test servers are copied from. */
export const TEMPLATE = 'kinmap_template';
/** Where the tests of this run find their PostgreSQL and Redis. */
export const OWN_POSTGRES_URL = 'OWN_POSTGRES_URL';
const OWN_REDIS_URL = 'OWN_REDIS_URL';

const own: OwnProgram[] = [];

/** Jest's global setup of the projects that need them: one PostgreSQL and one Redis for the whole run. */
export default async function startStores(): Promise<void> {
  const [postgres, redis] = await Promise.all([startOwnPostgres({ durable: false }), startOwnRedis()]);
  own.push(postgres, redis);
  await runSql(postgres.url(), `create database ${TEMPLATE}`);
  await (await openPostgres(postgres.url(TEMPLATE))).destroy();
  process.env[OWN_POSTGRES_URL] = postgres.url();
  process.env[OWN_REDIS_URL] = redis.url;
}

/** Jest's global teardown. */
export async function stopStores(): Promise<void> {
  await Promise.all(own.splice(0).map((program) => program.stop()));
}
