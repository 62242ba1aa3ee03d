import { Module } from '@nestjs/common';
import { LanesModule } from '../lanes/lanes.module.js';
import { QueuesModule } from '../queues/queues.module.js';
import { PurgeController } from './purge.controller.js';
import { PurgeLog } from './purge-log.js';

@Module({ imports: [LanesModule, QueuesModule], controllers: [PurgeController], providers: [PurgeLog] })
export class PurgeModule {}
