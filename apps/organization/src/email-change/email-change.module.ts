import { Module } from '@nestjs/common';
import { OrganizationAddresses } from '@parley/runtime';
import { AccountsModule } from '../accounts/accounts.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { ConfirmEmailChange } from './confirm-email-change.js';
import { EmailChangeController } from './email-change.controller.js';
import { EmailChangeMails } from './email-change-mails.js';
import { EmailChangesRepository } from './email-changes.repository.js';
import { RequestEmailChange } from './request-email-change.js';

@Module({
  imports: [AccountsModule, CredentialsModule],
  controllers: [EmailChangeController],
  providers: [ConfirmEmailChange, EmailChangeMails, EmailChangesRepository, OrganizationAddresses, RequestEmailChange],
  exports: [RequestEmailChange],
})
export class EmailChangeModule {}
