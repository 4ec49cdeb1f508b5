import { Client, type QueryResult } from 'pg';

/** Runs one statement on a connection of its own. */
export async function runSql(url: string, statement: string): Promise<QueryResult> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}
