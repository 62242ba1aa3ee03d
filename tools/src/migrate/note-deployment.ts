import { join } from 'node:path';
import pg from 'pg';
import { readMigrations } from './migration-files.js';

/**
 * Records the time of deployment of a release, which every replica reports to clients (`server_generation`), and which versions work with the
 * schema. Runs after the migrations. `directory`: that of `migrateDatabase`.
 */
export async function noteDeployment(databaseUrl: string, directory: string): Promise<void> {
  const migrations = await readMigrations(join(directory, 'migrations'));
  const newest = migrations.at(-1)?.name ?? null;
  const oldest =
    migrations
      .flatMap(({ contract }) => contract ?? [])
      .sort()
      .at(-1) ?? null;
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'parley-migrate' });
  await client.connect();
  try {
    await client.query(
      `INSERT INTO installation (schema_version, oldest_version) VALUES ($1, $2)
       ON CONFLICT (id) DO UPDATE SET deployed_at = now(), schema_version = $1, oldest_version = $2`,
      [newest, oldest],
    );
  } finally {
    await client.end();
  }
}
