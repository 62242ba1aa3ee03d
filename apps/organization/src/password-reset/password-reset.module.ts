import { Module } from '@nestjs/common';
import { OrganizationAddresses } from '@parley/runtime';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { PasswordResetController } from './password-reset.controller.js';
import { PasswordResetKeys } from './password-reset-keys.js';
import { PasswordResetMails } from './password-reset-mails.js';
import { RequestPasswordReset } from './request-password-reset.js';
import { ResetPassword } from './reset-password.js';

@Module({
  imports: [CredentialsModule],
  controllers: [PasswordResetController],
  providers: [OrganizationAddresses, PasswordResetKeys, PasswordResetMails, RequestPasswordReset, ResetPassword],
})
export class PasswordResetModule {}
