import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { sendEncryptedTestNotification, sendTestNotification } from '@parley/contracts/notifications';
import { Serves } from '@parley/rpc';
import { TestNotification } from './test-notification.js';

@Controller()
export class PushingController {
  constructor(private readonly tests: TestNotification) {}

  @Serves(sendTestNotification)
  sendTestNotification(call: CallOf<typeof sendTestNotification>) {
    return this.tests.toTokens(call);
  }

  @Serves(sendEncryptedTestNotification)
  sendEncryptedTestNotification(call: CallOf<typeof sendEncryptedTestNotification>) {
    return this.tests.toDevices(call);
  }
}
