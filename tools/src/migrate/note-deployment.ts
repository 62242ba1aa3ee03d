import pg from 'pg';

/** Records the time of deployment of a release, which every replica reports to clients (`server_generation`). Runs after the migrations. */
export async function noteDeployment(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'parley-migrate' });
  await client.connect();
  try {
    await client.query('INSERT INTO installation DEFAULT VALUES ON CONFLICT (id) DO UPDATE SET deployed_at = now()');
  } finally {
    await client.end();
  }
}
