import { Module } from '@nestjs/common';
import { EventLogModule } from '@parley/event-log';
import { JobsModule } from '@parley/jobs';
import { PersistenceModule } from '@parley/persistence';
import { CONFIG, Runtime, type ServiceConfig } from '@parley/runtime';
import { BuildIndex } from './audience-index/build-index.js';
import { AnnounceEphemeral } from './ephemeral/announce-ephemeral.js';
import { EphemeralIdRanges } from './ephemeral/ephemeral-id-ranges.js';
import { EventCache } from './event-cache/event-cache.js';
import { EventRegistry } from './event-cache/event-registry.js';
import { EventQueueController } from './event-queue.controller.js';
import { CleanUpQueues } from './fan-out/clean-up-queues.js';
import { CompareHeads } from './fan-out/compare-heads.js';
import { EndQueues } from './fan-out/end-queues.js';
import { FanOut } from './fan-out/fan-out.js';
import { FanOutMetrics } from './fan-out/fan-out-metrics.js';
import { OrganizationFanOuts } from './fan-out/organization-fan-outs.js';
import { BATCH_LIMITS, defaultBatchLimits } from './fan-out/plan-steps.js';
import { ResolveAudience } from './fan-out/resolve-audience.js';
import { WakeGateways } from './fan-out/wake-gateways.js';
import { BeginLogIncarnation } from './inspection/begin-log-incarnation.js';
import { InspectQueues } from './inspection/inspect-queues.js';
import { VerifyLog } from './inspection/verify-log.js';
import { PartitionLeases } from './leases/partition-leases.js';
import { DeleteQueue } from './poll/delete-queue.js';
import { PollQueues } from './poll/poll-queues.js';
import { RenderEntries } from './poll/render-entries.js';
import { QueueConnection } from './queues/queue-connection.js';
import { QueueStore } from './queues/queue-store.js';
import { QueueViews } from './queues/queue-views.js';
import { AdmitSpectator } from './register/admit-spectator.js';
import { BotDefaults } from './register/bot-defaults.js';
import { NewQueues } from './register/new-queues.js';
import { ReadSnapshot } from './register/read-snapshot.js';
import { RegisterQueue } from './register/register-queue.js';
import { EraseTexts } from './retention/erase-texts.js';
import { MaintainEventLog } from './retention/maintain-event-log.js';

const KEY_PREFIX = 'parley:queues:';
const LEASE_TTL_MS = 2_000;

@Module({
  imports: [PersistenceModule.forService('event-queue'), EventLogModule, JobsModule.forRoot()],
  controllers: [EventQueueController],
  providers: [
    {
      provide: QueueConnection,
      inject: [CONFIG, Runtime],
      useFactory: (config: ServiceConfig, runtime: Runtime) => QueueConnection.open(config.REDIS_URL, runtime),
    },
    { provide: QueueStore, inject: [QueueConnection], useFactory: ({ client }: QueueConnection) => new QueueStore(client, KEY_PREFIX) },
    {
      provide: PartitionLeases,
      inject: [QueueConnection, Runtime],
      useFactory: ({ client }: QueueConnection, { instance }: Runtime) => new PartitionLeases(client, KEY_PREFIX, instance, LEASE_TTL_MS),
    },
    { provide: EventRegistry, useFactory: () => new EventRegistry() },
    { provide: BATCH_LIMITS, useValue: defaultBatchLimits },
    AdmitSpectator,
    AnnounceEphemeral,
    BeginLogIncarnation,
    BotDefaults,
    BuildIndex,
    CleanUpQueues,
    CompareHeads,
    DeleteQueue,
    EndQueues,
    EraseTexts,
    EventCache,
    FanOut,
    FanOutMetrics,
    EphemeralIdRanges,
    InspectQueues,
    MaintainEventLog,
    NewQueues,
    OrganizationFanOuts,
    PollQueues,
    QueueViews,
    ReadSnapshot,
    RegisterQueue,
    RenderEntries,
    ResolveAudience,
    VerifyLog,
    WakeGateways,
  ],
})
export class EventQueueModule {}
