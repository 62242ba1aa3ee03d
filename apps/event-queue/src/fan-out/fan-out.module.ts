import { Module } from '@nestjs/common';
import { EventCacheModule } from '../event-cache/event-cache.module.js';
import { LanesModule } from '../lanes/lanes.module.js';
import { LeasesModule } from '../leases/leases.module.js';
import { QueuesModule } from '../queues/queues.module.js';
import { AnnounceProcess } from './announce-process.js';
import { CleanUpQueues } from './clean-up-queues.js';
import { CompareHeads } from './compare-heads.js';
import { EndQueues } from './end-queues.js';
import { FanOut } from './fan-out.js';
import { FanOutMetrics } from './fan-out-metrics.js';
import { FindRecipientQueues } from './find-recipient-queues.js';
import { LaneFanOuts } from './lane-fan-outs.js';
import { BATCH_LIMITS, defaultBatchLimits } from './plan-steps.js';
import { WakeGateways } from './wake-gateways.js';
import { WatchLog } from './watch-log.js';

@Module({
  imports: [EventCacheModule, LanesModule, LeasesModule, QueuesModule],
  providers: [
    { provide: BATCH_LIMITS, useValue: defaultBatchLimits },
    AnnounceProcess,
    CleanUpQueues,
    CompareHeads,
    EndQueues,
    FanOut,
    FanOutMetrics,
    LaneFanOuts,
    FindRecipientQueues,
    WakeGateways,
    WatchLog,
  ],
  exports: [EndQueues, FanOut, FanOutMetrics, FindRecipientQueues, LaneFanOuts, WakeGateways],
})
export class FanOutModule {}
