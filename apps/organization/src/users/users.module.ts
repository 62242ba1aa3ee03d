import { Module } from '@nestjs/common';
import { OrganizationAddresses } from '@parley/runtime';
import { AccountsModule } from '../accounts/accounts.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { EmailChangeModule } from '../email-change/email-change.module.js';
import { RegisterModule } from '../register/register.module.js';
import { ChangeOwnAccount } from './change-own-account.js';
import { CreateUser } from './create-user.js';
import { DeactivateMe } from './deactivate-me.js';
import { DeactivateUser } from './deactivate-user.js';
import { GetMe } from './get-me.js';
import { GetUser } from './get-user.js';
import { GetUsers } from './get-users.js';
import { ListAccounts } from './list-accounts.js';
import { OwnPassword } from './own-password.js';
import { ReactivateAccount } from './reactivate-account.js';
import { ReactivateUser } from './reactivate-user.js';
import { SetCanCreateUsers } from './set-can-create-users.js';
import { SetRole } from './set-role.js';
import { UpdateUser } from './update-user.js';
import { UsersController } from './users.controller.js';

@Module({
  imports: [AccountsModule, CredentialsModule, EmailChangeModule, RegisterModule],
  controllers: [UsersController],
  providers: [
    ChangeOwnAccount,
    CreateUser,
    DeactivateMe,
    DeactivateUser,
    GetMe,
    GetUser,
    GetUsers,
    ListAccounts,
    OrganizationAddresses,
    OwnPassword,
    ReactivateAccount,
    ReactivateUser,
    SetCanCreateUsers,
    SetRole,
    UpdateUser,
  ],
  exports: [ReactivateAccount],
})
export class UsersModule {}
