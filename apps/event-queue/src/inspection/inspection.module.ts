import { Module } from '@nestjs/common';
import { LanesModule } from '../lanes/lanes.module.js';
import { QueuesModule } from '../queues/queues.module.js';
import { BeginLogIncarnation } from './begin-log-incarnation.js';
import { InspectQueues } from './inspect-queues.js';
import { InspectionController } from './inspection.controller.js';
import { VerifyLog } from './verify-log.js';

@Module({
  imports: [LanesModule, QueuesModule],
  controllers: [InspectionController],
  providers: [BeginLogIncarnation, InspectQueues, VerifyLog],
})
export class InspectionModule {}
