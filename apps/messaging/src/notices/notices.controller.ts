import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { sendNotice } from '@parley/contracts/messaging';
import { Serves } from '@parley/rpc';
import { SendNotice } from './send-notice.js';

@Controller()
export class NoticesController {
  constructor(private readonly sending: SendNotice) {}

  @Serves(sendNotice)
  sendNotice(call: CallOf<typeof sendNotice>) {
    return this.sending.execute(call.params);
  }
}
