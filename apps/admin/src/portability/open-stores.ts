import { Database } from '@parley/persistence';
import { loadConfig } from '@parley/runtime';
import { type FileStorage, openStorage } from '@parley/storage';
import { transferConfig } from '../config.js';

/** The stores of an installation, with the login of the migration job, which may read and write all tables. */
export interface Stores {
  readonly database: Database;
  readonly storage: FileStorage;
}

/** Only for exports and imports, which need one snapshot of all tables, or one transaction over all of them: docs/adr/0047-exports.md. */
export async function withStores<T>(environment: NodeJS.ProcessEnv | undefined, work: (stores: Stores) => Promise<T>): Promise<T> {
  const config = loadConfig(transferConfig, environment);
  const storage = await openStorage(config);
  // A table of a large organization takes longer than any statement of a service.
  const database = new Database({ url: config.DATABASE_URL, poolSize: 2, name: 'admin', statementTimeoutMs: 0 });
  try {
    return await work({ database, storage });
  } finally {
    await database.close();
    storage.close();
  }
}
