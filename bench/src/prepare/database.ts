import pg from 'pg';
import type { Target } from '../target.js';

export async function withDatabase<T>(target: Pick<Target, 'database_url'>, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: target.database_url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
