import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { eraseWaitingNotifications } from '@parley/contracts/notifications';
import { Serves } from '@parley/rpc';
import { EraseWaitingNotifications } from './erase-waiting-notifications.js';

@Controller()
export class ErasingController {
  constructor(private readonly erasing: EraseWaitingNotifications) {}

  @Serves(eraseWaitingNotifications)
  eraseWaitingNotifications({ params }: CallOf<typeof eraseWaitingNotifications>) {
    return this.erasing.execute(params);
  }
}
