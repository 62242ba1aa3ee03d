import { Module } from '@nestjs/common';
import { QueuesModule } from '../queues/queues.module.js';
import { PurgeController } from './purge.controller.js';
import { PurgeLog } from './purge-log.js';

@Module({ imports: [QueuesModule], controllers: [PurgeController], providers: [PurgeLog] })
export class PurgeModule {}
