import { Module } from '@nestjs/common';
import { OrganizationAddresses } from '@parley/runtime';
import { AuditModule } from '../audit/audit.module.js';
import { AccountActivity } from './account-activity.js';
import { ApiKeys } from './api-keys.js';
import { ConfirmationKeys } from './confirmation-keys.js';
import { CredentialsController } from './credentials.controller.js';
import { CredentialsRepository } from './credentials.repository.js';
import { DevFetchApiKey } from './dev-fetch-api-key.js';
import { DevListUsers } from './dev-list-users.js';
import { FetchApiKey } from './fetch-api-key.js';
import { FreshProof } from './fresh-proof.js';
import { KeysOfAccounts } from './keys-of-accounts.js';
import { MailedLinks } from './mailed-links.js';
import { MoveKeys } from './move-keys.js';
import { MoveSealed } from './move-sealed.js';
import { NewCredentials } from './new-credentials.js';
import { PasswordGuesses } from './password-guesses.js';
import { PasswordLogin } from './password-login.js';
import { PasswordResetsRepository } from './password-resets.repository.js';
import { Passwords } from './passwords.js';
import { RotateApiKey } from './rotate-api-key.js';
import { SecondFactorCodes } from './second-factor-codes.js';
import { SetPassword } from './set-password.js';
import { VerifyCredentials } from './verify-credentials.js';
import { VerifyKeys } from './verify-keys.js';

@Module({
  imports: [AuditModule],
  controllers: [CredentialsController],
  providers: [
    AccountActivity,
    ApiKeys,
    ConfirmationKeys,
    CredentialsRepository,
    DevFetchApiKey,
    DevListUsers,
    FetchApiKey,
    FreshProof,
    KeysOfAccounts,
    MailedLinks,
    MoveKeys,
    MoveSealed,
    NewCredentials,
    OrganizationAddresses,
    PasswordGuesses,
    PasswordLogin,
    PasswordResetsRepository,
    Passwords,
    RotateApiKey,
    SecondFactorCodes,
    SetPassword,
    VerifyCredentials,
    VerifyKeys,
  ],
  exports: [
    AccountActivity,
    ApiKeys,
    ConfirmationKeys,
    CredentialsRepository,
    FreshProof,
    MoveSealed,
    KeysOfAccounts,
    MailedLinks,
    NewCredentials,
    PasswordLogin,
    PasswordResetsRepository,
    Passwords,
    RotateApiKey,
    SecondFactorCodes,
  ],
})
export class CredentialsModule {}
