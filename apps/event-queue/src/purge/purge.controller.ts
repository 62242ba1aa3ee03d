import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { purgeLog } from '@parley/contracts/event-queue';
import { Serves } from '@parley/rpc';
import { PurgeLog } from './purge-log.js';

@Controller()
export class PurgeController {
  constructor(private readonly purge: PurgeLog) {}

  @Serves(purgeLog)
  purgeLog({ params }: CallOf<typeof purgeLog>) {
    return this.purge.execute(params);
  }
}
