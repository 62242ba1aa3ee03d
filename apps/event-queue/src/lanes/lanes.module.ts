import { Module } from '@nestjs/common';
import { LeasesModule } from '../leases/leases.module.js';
import { KEY_PREFIX, QueueConnection } from '../queues/queue-connection.js';
import { QueueStore } from '../queues/queue-store.js';
import { QueueTransfer } from '../queues/queue-transfer.js';
import { QueuesModule } from '../queues/queues.module.js';
import { ChangeLanes } from './change-lanes.js';
import { FindQueue } from './find-queue.js';
import { LanePlans } from './lane-plans.js';
import { MendLane } from './mend-lane.js';

/** Where the queues of an organization are. The folder lane-changes moves them. */
@Module({
  imports: [LeasesModule, QueuesModule],
  providers: [
    { provide: LanePlans, inject: [QueueConnection], useFactory: ({ commands }: QueueConnection) => new LanePlans(commands, KEY_PREFIX) },
    { provide: QueueTransfer, inject: [QueueStore], useFactory: (store: QueueStore) => new QueueTransfer(store) },
    ChangeLanes,
    FindQueue,
    MendLane,
  ],
  exports: [ChangeLanes, FindQueue, LanePlans, MendLane, QueueTransfer],
})
export class LanesModule {}
