import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { endQueues } from '@parley/contracts/event-queue';
import { Serves } from '@parley/rpc';
import { EndMovedQueues } from './end-moved-queues.js';

@Controller()
export class MovingController {
  constructor(private readonly ending: EndMovedQueues) {}

  @Serves(endQueues)
  endQueues({ params }: CallOf<typeof endQueues>) {
    return this.ending.execute(params);
  }
}
