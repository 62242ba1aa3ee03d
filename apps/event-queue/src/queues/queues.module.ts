import { Module } from '@nestjs/common';
import { CONFIG, Runtime, type ServiceConfig } from '@parley/runtime';
import { KEY_PREFIX, QueueConnection } from './queue-connection.js';
import { QueueStore } from './queue-store.js';
import { QueueViews } from './queue-views.js';

@Module({
  providers: [
    {
      provide: QueueConnection,
      inject: [CONFIG, Runtime],
      useFactory: (config: ServiceConfig, runtime: Runtime) => QueueConnection.open(config.REDIS_URL, runtime),
    },
    { provide: QueueStore, inject: [QueueConnection], useFactory: ({ client }: QueueConnection) => new QueueStore(client, KEY_PREFIX) },
    QueueViews,
  ],
  exports: [QueueConnection, QueueStore, QueueViews],
})
export class QueuesModule {}
