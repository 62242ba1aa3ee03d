import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { confirmEmailChange, mailEmailChanged, mailEmailConfirmation } from '@parley/contracts/organization';
import { Serves } from '@parley/rpc';
import { ConfirmEmailChange } from './confirm-email-change.js';
import { EmailChangeMails } from './email-change-mails.js';

@Controller()
export class EmailChangeController {
  constructor(
    private readonly confirmation: ConfirmEmailChange,
    private readonly mails: EmailChangeMails,
  ) {}

  @Serves(confirmEmailChange)
  confirmEmailChange(call: CallOf<typeof confirmEmailChange>) {
    return this.confirmation.execute(call);
  }

  @Serves(mailEmailConfirmation)
  async mailEmailConfirmation({ params }: CallOf<typeof mailEmailConfirmation>) {
    await this.mails.enqueueConfirmation(params);
    return {};
  }

  @Serves(mailEmailChanged)
  async mailEmailChanged({ params }: CallOf<typeof mailEmailChanged>) {
    await this.mails.enqueueNotice(params);
    return {};
  }
}
