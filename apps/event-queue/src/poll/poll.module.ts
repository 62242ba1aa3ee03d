import { Module } from '@nestjs/common';
import { EventCacheModule } from '../event-cache/event-cache.module.js';
import { FanOutModule } from '../fan-out/fan-out.module.js';
import { LanesModule } from '../lanes/lanes.module.js';
import { QueuesModule } from '../queues/queues.module.js';
import { DeleteQueue } from './delete-queue.js';
import { PollController } from './poll.controller.js';
import { PollLanes } from './poll-lanes.js';
import { PollQueues } from './poll-queues.js';
import { RenderEntries } from './render-entries.js';

@Module({
  imports: [EventCacheModule, FanOutModule, LanesModule, QueuesModule],
  controllers: [PollController],
  providers: [DeleteQueue, PollLanes, PollQueues, RenderEntries],
})
export class PollModule {}
