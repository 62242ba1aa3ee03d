import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { purgeNotifications } from '@parley/contracts/notifications';
import { Serves } from '@parley/rpc';
import { PurgeNotifications } from './purge-notifications.js';

@Controller()
export class PurgeController {
  constructor(private readonly purge: PurgeNotifications) {}

  @Serves(purgeNotifications)
  purgeNotifications({ params }: CallOf<typeof purgeNotifications>) {
    return this.purge.execute(params);
  }
}
