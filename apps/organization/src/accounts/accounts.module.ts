import { Module } from '@nestjs/common';
import { OrganizationAddresses } from '@parley/runtime';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { AccountChanges } from './account-changes.js';
import { CreateAccount } from './create-account.js';
import { DeactivateAccount } from './deactivate-account.js';
import { NewAccounts } from './new-accounts.js';
import { UsersRepository } from './users.repository.js';

@Module({
  imports: [CredentialsModule],
  providers: [AccountChanges, CreateAccount, DeactivateAccount, NewAccounts, OrganizationAddresses, UsersRepository],
  exports: [AccountChanges, CreateAccount, DeactivateAccount, NewAccounts, UsersRepository],
})
export class AccountsModule {}
