import { Module } from '@nestjs/common';
import { EventLogModule } from '@parley/event-log';
import { JobsModule } from '@parley/jobs';
import { PersistenceModule } from '@parley/persistence';
import { EphemeralModule } from './ephemeral/ephemeral.module.js';
import { FanOutModule } from './fan-out/fan-out.module.js';
import { InspectionModule } from './inspection/inspection.module.js';
import { LaneChangesModule } from './lane-changes/lane-changes.module.js';
import { MovingModule } from './moving/moving.module.js';
import { PollModule } from './poll/poll.module.js';
import { PurgeModule } from './purge/purge.module.js';
import { RegisterModule } from './register/register.module.js';
import { RetentionModule } from './retention/retention.module.js';

@Module({
  imports: [
    PersistenceModule.forService('event-queue'),
    EventLogModule,
    JobsModule.forRoot(),
    EphemeralModule,
    FanOutModule,
    InspectionModule,
    LaneChangesModule,
    MovingModule,
    PollModule,
    PurgeModule,
    RegisterModule,
    RetentionModule,
  ],
})
export class EventQueueModule {}
