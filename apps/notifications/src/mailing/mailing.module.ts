import { Module } from '@nestjs/common';
import { OrganizationAddresses } from '@parley/runtime';
import { FollowingModule } from '../following/following.module.js';
import { EmailChannel } from './email-channel.js';
import { MailDue } from './mail-due.js';
import { SendMissedMail } from './send-missed-mail.js';

@Module({ imports: [FollowingModule], providers: [EmailChannel, MailDue, OrganizationAddresses, SendMissedMail] })
export class MailingModule {}
