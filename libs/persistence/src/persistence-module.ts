import { type DynamicModule, Global, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Service } from '@parley/contracts';
import { CONFIG, Runtime, type ServiceConfig } from '@parley/runtime';
import { Database } from './database.js';
import { isDatabaseAway } from './database-failure.js';

@Injectable()
class DatabaseLifetime implements OnApplicationShutdown {
  constructor(
    private readonly database: Database,
    runtime: Runtime,
  ) {
    runtime.passingFailures.recognize(isDatabaseAway);
    runtime.health.addReadinessCheck('postgres', async () => {
      await database.ping();
      return undefined;
    });
  }

  onApplicationShutdown(): Promise<void> {
    return this.database.close();
  }
}

/** The service's database connection, with the rights of its own role. */
@Global()
@Module({})
export class PersistenceModule {
  static forService(service: Service): DynamicModule {
    const database = {
      provide: Database,
      inject: [CONFIG, Runtime],
      useFactory: (config: ServiceConfig, runtime: Runtime) =>
        new Database({
          url: config.DATABASE_URL,
          poolSize: config.DATABASE_POOL,
          name: runtime.instance,
          role: `parley_${service.replace('-', '_')}`,
        }),
    };
    return { module: PersistenceModule, providers: [database, DatabaseLifetime], exports: [Database] };
  }
}
