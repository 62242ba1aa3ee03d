import { Module } from '@nestjs/common';
import { CONFIG, Runtime } from '@parley/runtime';
import type { EventQueueConfig } from '../config.js';
import { KEY_PREFIX, QueueConnection } from '../queues/queue-connection.js';
import { QueuesModule } from '../queues/queues.module.js';
import { PartitionLeases } from './partition-leases.js';

const LEASE_TTL_MS = 2_000;

@Module({
  imports: [QueuesModule],
  providers: [
    {
      provide: PartitionLeases,
      inject: [QueueConnection, Runtime, CONFIG],
      useFactory: ({ commands }: QueueConnection, { instance }: Runtime, config: EventQueueConfig) =>
        new PartitionLeases(commands, KEY_PREFIX, instance, LEASE_TTL_MS, config.FAN_OUT_PARTITIONS),
    },
  ],
  exports: [PartitionLeases],
})
export class LeasesModule {}
