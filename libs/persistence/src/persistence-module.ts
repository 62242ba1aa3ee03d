import { type DynamicModule, Global, Injectable, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { CalledService, Service } from '@parley/contracts';
import { CONFIG, type HistoryConfig, Runtime, type StoresConfig } from '@parley/runtime';
import { Database } from './database.js';
import { isDatabaseAway } from './database-failure.js';
import { NEEDS_POOLED, refusesOptions, sessionProblem } from './pooled-sessions.js';
import { SCHEMA_VERSION, versionProblem } from './schema-version.js';

/** Connections for slow reads, so that they cannot take all connections of sends. */
export class HistoryDatabase extends Database {}

/** No read of history has a later deadline. This limit ends those of a process that died. */
const HISTORY_TIMEOUT_MS = 6_000;

@Injectable()
class HistoryLifetime implements OnApplicationShutdown {
  constructor(private readonly database: HistoryDatabase) {}

  onApplicationShutdown(): Promise<void> {
    return this.database.close();
  }
}

class DatabaseLifetime implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly database: Database,
    runtime: Runtime,
    /** Why this version does not work with the database, or undefined. */
    private readonly findProblem: () => Promise<string | undefined>,
  ) {
    runtime.passingFailures.recognize(isDatabaseAway);
    runtime.health.watch('postgres', findProblem);
  }

  /** @throws Error if this version does not work with the database. While it is away, only /health/ready says so. */
  async onModuleInit(): Promise<void> {
    const problem = await this.findProblem().catch((error: unknown) => {
      if (refusesOptions(error)) return NEEDS_POOLED;
      if (isDatabaseAway(error)) return undefined;
      throw error;
    });
    if (problem !== undefined) throw new Error(`This version and its database do not fit: PostgreSQL ${problem}`);
  }

  onApplicationShutdown(): Promise<void> {
    return this.database.close();
  }
}

/** The service's database connections, with the permissions of its own role. */
@Global()
@Module({})
export class PersistenceModule {
  /** `schemaVersion`: the newest migration of its database. Default: that of the database of a cell. */
  static forService(service: CalledService, schemaVersion = SCHEMA_VERSION): DynamicModule {
    const database = {
      provide: Database,
      inject: [CONFIG, Runtime],
      useFactory: (config: StoresConfig, { instance, stores }: Runtime) => {
        const opened = new Database({
          url: config.DATABASE_URL,
          poolSize: config.DATABASE_POOL,
          name: instance,
          role: roleOf(service),
          isPooled: isPooled(config),
        });
        stores.addPool('main', () => opened.connections);
        return opened;
      },
    };
    const lifetime = {
      provide: DatabaseLifetime,
      inject: [CONFIG, Database, Runtime],
      useFactory: (config: StoresConfig, opened: Database, runtime: Runtime) => {
        const pooledRole = isPooled(config) ? roleOf(service) : undefined;
        return new DatabaseLifetime(
          opened,
          runtime,
          async () => (await sessionProblem(opened.direct, pooledRole)) ?? versionProblem(opened.direct, schemaVersion),
        );
      },
    };
    return { module: PersistenceModule, providers: [database, lifetime], exports: [Database] };
  }

  /** Also with separate connections for reads of history. */
  static withHistory(service: Service): DynamicModule {
    const { providers = [], ...module } = PersistenceModule.forService(service);
    const history = {
      provide: HistoryDatabase,
      inject: [CONFIG, Runtime],
      useFactory: (config: StoresConfig & HistoryConfig, { instance, stores }: Runtime) => {
        const opened = new HistoryDatabase({
          url: config.DATABASE_URL,
          poolSize: config.DATABASE_HISTORY_POOL,
          name: `${instance} history`,
          role: roleOf(service),
          isPooled: isPooled(config),
          statementTimeoutMs: HISTORY_TIMEOUT_MS,
        });
        stores.addPool('history', () => opened.connections);
        return opened;
      },
    };
    return { ...module, providers: [...providers, history, HistoryLifetime], exports: [Database, HistoryDatabase] };
  }
}

function isPooled({ DATABASE_POOLER }: StoresConfig): boolean {
  return DATABASE_POOLER === 'transaction';
}

function roleOf(service: CalledService): string {
  return `parley_${service.replace('-', '_')}`;
}
