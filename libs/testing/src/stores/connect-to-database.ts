import pg from 'pg';

/** A single connection, for tests that hold transactions open. */
export type DatabaseConnection = pg.Client;

export async function connectToDatabase(connectionString: string): Promise<DatabaseConnection> {
  const client = new pg.Client({ connectionString, application_name: 'parley-tests' });
  await client.connect();
  return client;
}
