import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { checkMailbox, receiveMail } from '@parley/contracts/messaging';
import { Serves } from '@parley/rpc';
import { FindMailbox } from './find-mailbox.js';
import { ReceiveMail } from './receive-mail.js';

@Controller()
export class MailInController {
  constructor(
    private readonly mailboxes: FindMailbox,
    private readonly receiving: ReceiveMail,
  ) {}

  @Serves(checkMailbox)
  async checkMailbox({ params }: CallOf<typeof checkMailbox>) {
    await this.mailboxes.execute(params.localPart);
    return {};
  }

  @Serves(receiveMail)
  receiveMail({ params }: CallOf<typeof receiveMail>) {
    return this.receiving.execute(params);
  }
}
