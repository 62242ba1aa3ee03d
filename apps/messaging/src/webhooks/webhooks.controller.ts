import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { receiveWebhook } from '@parley/contracts/messaging';
import { Serves } from '@parley/rpc';
import { ReceiveWebhook } from './receive-webhook.js';

@Controller()
export class WebhooksController {
  constructor(private readonly receiving: ReceiveWebhook) {}

  @Serves(receiveWebhook)
  receiveWebhook(call: CallOf<typeof receiveWebhook>) {
    return this.receiving.execute(call);
  }
}
