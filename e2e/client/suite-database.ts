import pg from 'pg';

/** A connection to the database of the suite under test, with all rights: for what no client can bring about. */
export async function connectToSuiteDatabase(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: process.env.PARLEY_TEST_SUITE_DATABASE_URL ?? '', application_name: 'parley-tests' });
  await client.connect();
  return client;
}
