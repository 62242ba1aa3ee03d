import { Module } from '@nestjs/common';
import { FanOutModule } from '../fan-out/fan-out.module.js';
import { QueuesModule } from '../queues/queues.module.js';
import { EndMovedQueues } from './end-moved-queues.js';
import { MovingController } from './moving.controller.js';

@Module({ imports: [FanOutModule, QueuesModule], controllers: [MovingController], providers: [EndMovedQueues] })
export class MovingModule {}
