import pg from 'pg';

/** Notes that a release is deployed now: clients are told when (`server_generation`), by every replica alike. After the migrations. */
export async function noteDeployment(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'parley-migrate' });
  await client.connect();
  try {
    await client.query('INSERT INTO installation DEFAULT VALUES ON CONFLICT (id) DO UPDATE SET deployed_at = now()');
  } finally {
    await client.end();
  }
}
