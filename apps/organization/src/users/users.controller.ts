import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import {
  changeOwnAccount,
  createAccount,
  createUser,
  deactivateAccount,
  deactivateMe,
  deactivateUser,
  getMe,
  getUser,
  getUsers,
  listAccounts,
  reactivateAccount,
  reactivateUser,
  setCanCreateUsers,
  setRole,
  updateUser,
} from '@parley/contracts/organization';
import { Serves, ServesRawJson } from '@parley/rpc';
import { CreateAccount } from '../accounts/create-account.js';
import { DeactivateAccount } from '../accounts/deactivate-account.js';
import { ChangeOwnAccount } from './change-own-account.js';
import { CreateUser } from './create-user.js';
import { DeactivateMe } from './deactivate-me.js';
import { DeactivateUser } from './deactivate-user.js';
import { GetMe } from './get-me.js';
import { GetUser } from './get-user.js';
import { GetUsers } from './get-users.js';
import { ListAccounts } from './list-accounts.js';
import { ReactivateAccount } from './reactivate-account.js';
import { ReactivateUser } from './reactivate-user.js';
import { SetCanCreateUsers } from './set-can-create-users.js';
import { SetRole } from './set-role.js';
import { UpdateUser } from './update-user.js';

/** Users and bots: endpoints for clients, and service calls for the operator. */
@Controller()
export class UsersController {
  constructor(
    private readonly me: GetMe,
    private readonly many: GetUsers,
    private readonly one: GetUser,
    private readonly creation: CreateUser,
    private readonly change: UpdateUser,
    private readonly deactivation: DeactivateUser,
    private readonly leaving: DeactivateMe,
    private readonly reactivation: ReactivateUser,
    private readonly ownChanges: ChangeOwnAccount,
    private readonly operatorList: ListAccounts,
    private readonly operatorCreation: CreateAccount,
    private readonly operatorDeactivation: DeactivateAccount,
    private readonly operatorReactivation: ReactivateAccount,
    private readonly operatorRole: SetRole,
    private readonly operatorTrust: SetCanCreateUsers,
  ) {}

  @Serves(getMe)
  getMe(call: CallOf<typeof getMe>) {
    return this.me.execute(call);
  }

  @ServesRawJson(getUsers)
  getUsers(call: CallOf<typeof getUsers>) {
    return this.many.execute(call);
  }

  @Serves(getUser)
  getUser(call: CallOf<typeof getUser>) {
    return this.one.execute(call);
  }

  @Serves(createUser)
  createUser(call: CallOf<typeof createUser>) {
    return this.creation.execute(call);
  }

  @Serves(updateUser)
  updateUser(call: CallOf<typeof updateUser>) {
    return this.change.execute(call);
  }

  @Serves(deactivateUser)
  deactivateUser(call: CallOf<typeof deactivateUser>) {
    return this.deactivation.execute(call);
  }

  @Serves(deactivateMe)
  deactivateMe(call: CallOf<typeof deactivateMe>) {
    return this.leaving.execute(call);
  }

  @Serves(reactivateUser)
  reactivateUser(call: CallOf<typeof reactivateUser>) {
    return this.reactivation.execute(call);
  }

  @Serves(changeOwnAccount)
  changeOwnAccount(call: CallOf<typeof changeOwnAccount>) {
    return this.ownChanges.execute(call.caller, call.params);
  }

  @Serves(listAccounts)
  listAccounts({ params }: CallOf<typeof listAccounts>) {
    return this.operatorList.execute(params.organizationId);
  }

  @Serves(createAccount)
  createAccount({ params }: CallOf<typeof createAccount>) {
    return this.operatorCreation.execute(params);
  }

  @Serves(deactivateAccount)
  async deactivateAccount({ params }: CallOf<typeof deactivateAccount>) {
    await this.operatorDeactivation.execute(params.organizationId, params.userId);
    return {};
  }

  @Serves(reactivateAccount)
  async reactivateAccount({ params }: CallOf<typeof reactivateAccount>) {
    await this.operatorReactivation.execute(params.organizationId, params.userId, null);
    return {};
  }

  @Serves(setCanCreateUsers)
  async setCanCreateUsers({ params }: CallOf<typeof setCanCreateUsers>) {
    await this.operatorTrust.execute(params.organizationId, params.userId, params.isAllowed);
    return {};
  }

  @Serves(setRole)
  async setRole({ params }: CallOf<typeof setRole>) {
    await this.operatorRole.execute(params.organizationId, params.userId, params.role);
    return {};
  }
}
