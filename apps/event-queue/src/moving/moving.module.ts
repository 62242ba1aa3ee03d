import { Module } from '@nestjs/common';
import { FanOutModule } from '../fan-out/fan-out.module.js';
import { LanesModule } from '../lanes/lanes.module.js';
import { QueuesModule } from '../queues/queues.module.js';
import { EndMovedQueues } from './end-moved-queues.js';
import { MovingController } from './moving.controller.js';

@Module({ imports: [FanOutModule, LanesModule, QueuesModule], controllers: [MovingController], providers: [EndMovedQueues] })
export class MovingModule {}
