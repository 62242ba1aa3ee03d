import { Module } from '@nestjs/common';
import { AudienceIndexModule } from '../audience-index/audience-index.module.js';
import { FanOutModule } from '../fan-out/fan-out.module.js';
import { LanesModule } from '../lanes/lanes.module.js';
import { QueuesModule } from '../queues/queues.module.js';
import { LaneChangesController } from './lane-changes.controller.js';
import { MoveLanes } from './move-lanes.js';

@Module({
  imports: [AudienceIndexModule, FanOutModule, LanesModule, QueuesModule],
  controllers: [LaneChangesController],
  providers: [MoveLanes],
})
export class LaneChangesModule {}
