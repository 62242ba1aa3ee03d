import { Module } from '@nestjs/common';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { SendingModule } from '../sending/sending.module.js';
import { FindMailbox } from './find-mailbox.js';
import { MailInController } from './mail-in.controller.js';
import { ReceiveMail } from './receive-mail.js';

@Module({
  imports: [AttachmentsModule, SendingModule],
  controllers: [MailInController],
  providers: [FindMailbox, ReceiveMail],
})
export class MailInModule {}
