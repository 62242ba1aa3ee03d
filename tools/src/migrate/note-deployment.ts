import { join } from 'node:path';
import type pg from 'pg';
import { readMigrations } from './migration-files.js';

/**
 * Records the time of deployment of a release, which every replica reports to clients (`server_generation`), and which versions work with the
 * schema. Runs after the migrations. `directory`: that of `migrate`. The caller holds the lock of migrations: otherwise an older job that ends
 * late would write its version over that of a newer one.
 */
export async function noteDeployment(client: pg.Client, directory: string): Promise<void> {
  const migrations = await readMigrations(join(directory, 'migrations'));
  const newest = migrations.at(-1)?.name ?? null;
  const oldest =
    migrations
      .flatMap(({ contract }) => contract ?? [])
      .sort()
      .at(-1) ?? null;
  await client.query(
    `INSERT INTO installation (schema_version, oldest_version) VALUES ($1, $2)
     ON CONFLICT (id) DO UPDATE SET deployed_at = now(), schema_version = $1, oldest_version = $2`,
    [newest, oldest],
  );
}
