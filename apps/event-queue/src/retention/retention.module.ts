import { Module } from '@nestjs/common';
import { LanesModule } from '../lanes/lanes.module.js';
import { QueuesModule } from '../queues/queues.module.js';
import { EraseTexts } from './erase-texts.js';
import { MaintainEventLog } from './maintain-event-log.js';

@Module({ imports: [LanesModule, QueuesModule], providers: [EraseTexts, MaintainEventLog] })
export class RetentionModule {}
