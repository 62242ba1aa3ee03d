import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { purgeChannels } from '@parley/contracts/channels';
import { Serves } from '@parley/rpc';
import { PurgeChannels } from './purge-channels.js';

@Controller()
export class PurgeController {
  constructor(private readonly purge: PurgeChannels) {}

  @Serves(purgeChannels)
  purgeChannels({ params }: CallOf<typeof purgeChannels>) {
    return this.purge.execute(params);
  }
}
