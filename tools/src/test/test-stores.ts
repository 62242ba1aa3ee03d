import { join } from 'node:path';
import { ensureDatabase } from '../migrate/ensure-database.js';
import { migrateDatabase } from '../migrate/migrate-database.js';
import { repositoryPath } from '../repository.js';
import { planStores } from '../stores/plan-stores.js';
import type { StoreName } from '../stores/store-programs.js';
import { removeData } from '../suite/suite-directory.js';
import { claimDirectory, recordOf, removeRecord, writeRecord } from '../suite/suite-record.js';
import { freePort } from '../supervise/free-port.js';
import { SupervisedProcess } from '../supervise/supervised-process.js';

export interface TestStoresOptions {
  /** Data and logs. Previous content is deleted. */
  readonly directory: string;
  /** Default: free ports. */
  readonly ports?: Readonly<Record<StoreName, number>>;
  readonly report: (line: string) => void;
}

/** Separate stores for integration tests: fast, accessible for everyone on this machine, and not durable. */
export interface TestStores {
  /** The variables that `libs/runtime` reads in tests. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

const names = ['postgres', 'redis', 'nats'] as const satisfies StoreName[];
/** Migrated once, then cloned by each test file. */
const templateName = 'parley_template';

/** @throws ClearError if stores already run in that directory */
export async function startTestStores({ directory, ports, report }: TestStoresOptions): Promise<TestStores> {
  await claimDirectory(directory);
  removeData(directory);
  const plans = await planStores({
    names,
    directory: join(directory, 'stores'),
    logDirectory: join(directory, 'logs'),
    portOf: (name) => freePort([ports?.[name]]),
    passwords: {},
    durable: false,
    report,
  });
  const stores: SupervisedProcess[] = [...plans.values()].map(
    (plan) => new SupervisedProcess(plan, () => writeRecord(directory, stores.map(recordOf))),
  );
  const stop = async (): Promise<void> => {
    await Promise.all(stores.map((store) => store.stop()));
    removeRecord(directory);
  };
  const urlOf = (name: StoreName): string => plans.get(name)?.url ?? '';
  try {
    await Promise.all(stores.map((store) => store.start()));
    await migrateTemplate(urlOf('postgres'));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    stop,
    environment: {
      PARLEY_TEST_DATABASE_URL: urlOf('postgres'),
      PARLEY_TEST_TEMPLATE: templateName,
      PARLEY_TEST_REDIS_URL: urlOf('redis'),
      PARLEY_TEST_NATS_URL: urlOf('nats'),
    },
  };
}

async function migrateTemplate(serverUrl: string): Promise<void> {
  const template = new URL(serverUrl);
  template.pathname = `/${templateName}`;
  await ensureDatabase(template.href);
  await migrateDatabase(template.href, repositoryPath('prisma'));
}
