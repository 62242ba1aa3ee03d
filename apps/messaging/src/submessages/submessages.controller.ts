import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { addSubmessage } from '@parley/contracts/messaging';
import { Serves } from '@parley/rpc';
import { AddSubmessage } from './add-submessage.js';

@Controller()
export class SubmessagesController {
  constructor(private readonly addition: AddSubmessage) {}

  @Serves(addSubmessage)
  addSubmessage(call: CallOf<typeof addSubmessage>) {
    return this.addition.execute(call.caller, call.params);
  }
}
