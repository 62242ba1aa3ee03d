import { Module } from '@nestjs/common';
import { EventCacheModule } from '../event-cache/event-cache.module.js';
import { FanOutModule } from '../fan-out/fan-out.module.js';
import { LanesModule } from '../lanes/lanes.module.js';
import { QueuesModule } from '../queues/queues.module.js';
import { AnnounceEphemeral } from './announce-ephemeral.js';
import { EphemeralController } from './ephemeral.controller.js';
import { EphemeralIdRanges } from './ephemeral-id-ranges.js';

@Module({
  imports: [EventCacheModule, FanOutModule, LanesModule, QueuesModule],
  controllers: [EphemeralController],
  providers: [AnnounceEphemeral, EphemeralIdRanges],
})
export class EphemeralModule {}
