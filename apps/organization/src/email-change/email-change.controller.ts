import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { confirmEmailChange } from '@parley/contracts/organization';
import { Serves } from '@parley/rpc';
import { ConfirmEmailChange } from './confirm-email-change.js';

@Controller()
export class EmailChangeController {
  constructor(private readonly confirmation: ConfirmEmailChange) {}

  @Serves(confirmEmailChange)
  confirmEmailChange(call: CallOf<typeof confirmEmailChange>) {
    return this.confirmation.execute(call);
  }
}
