import { Module } from '@nestjs/common';
import { CONFIG, Runtime } from '@parley/runtime';
import type { EventQueueConfig } from '../config.js';
import { KEY_PREFIX, QueueConnection } from './queue-connection.js';
import { QueueStore } from './queue-store.js';
import { QueueViews } from './queue-views.js';

@Module({
  providers: [
    {
      provide: QueueConnection,
      inject: [CONFIG, Runtime],
      useFactory: (config: EventQueueConfig, runtime: Runtime) =>
        QueueConnection.open(config.QUEUES_REDIS_URL ?? [config.REDIS_URL], runtime),
    },
    { provide: QueueStore, inject: [QueueConnection], useFactory: ({ commands }: QueueConnection) => new QueueStore(commands, KEY_PREFIX) },
    QueueViews,
  ],
  exports: [QueueConnection, QueueStore, QueueViews],
})
export class QueuesModule {}
