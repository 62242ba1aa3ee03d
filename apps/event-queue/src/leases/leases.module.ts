import { Module } from '@nestjs/common';
import { Runtime } from '@parley/runtime';
import { KEY_PREFIX, QueueConnection } from '../queues/queue-connection.js';
import { QueuesModule } from '../queues/queues.module.js';
import { PartitionLeases } from './partition-leases.js';

const LEASE_TTL_MS = 2_000;

@Module({
  imports: [QueuesModule],
  providers: [
    {
      provide: PartitionLeases,
      inject: [QueueConnection, Runtime],
      useFactory: ({ client }: QueueConnection, { instance }: Runtime) => new PartitionLeases(client, KEY_PREFIX, instance, LEASE_TTL_MS),
    },
  ],
  exports: [PartitionLeases],
})
export class LeasesModule {}
