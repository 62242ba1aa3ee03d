import { Module } from '@nestjs/common';
import { AudienceIndexModule } from '../audience-index/audience-index.module.js';
import { FanOutModule } from '../fan-out/fan-out.module.js';
import { LanesModule } from '../lanes/lanes.module.js';
import { QueuesModule } from '../queues/queues.module.js';
import { AdmitSpectator } from './admit-spectator.js';
import { BotDefaults } from './bot-defaults.js';
import { NewQueues } from './new-queues.js';
import { ReadSnapshot } from './read-snapshot.js';
import { RegisterController } from './register.controller.js';
import { RegisterQueue } from './register-queue.js';

@Module({
  imports: [AudienceIndexModule, FanOutModule, LanesModule, QueuesModule],
  controllers: [RegisterController],
  providers: [AdmitSpectator, BotDefaults, NewQueues, ReadSnapshot, RegisterQueue],
})
export class RegisterModule {}
