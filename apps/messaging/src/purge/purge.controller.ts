import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { purgeMessages } from '@parley/contracts/messaging';
import { Serves } from '@parley/rpc';
import { PurgeMessages } from './purge-messages.js';

@Controller()
export class PurgeController {
  constructor(private readonly purge: PurgeMessages) {}

  @Serves(purgeMessages)
  purgeMessages({ params }: CallOf<typeof purgeMessages>) {
    return this.purge.execute(params);
  }
}
