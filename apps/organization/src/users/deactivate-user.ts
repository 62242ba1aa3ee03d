import { Injectable } from '@nestjs/common';
import { userById } from '@parley/access';
import { apiErrors, type CallOf, enforce, isAdministrator } from '@parley/contracts';
import type { deactivateUser } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { takeoverRefusal } from '../accounts/account-administration.policy.js';
import { DeactivateAccount } from '../accounts/deactivate-account.js';

/** An administrator deactivates a user. Only owners may deactivate owners. */
@Injectable()
export class DeactivateUser {
  constructor(
    private readonly database: Database,
    private readonly deactivateAccount: DeactivateAccount,
  ) {}

  async execute({ caller, params }: CallOf<typeof deactivateUser>): Promise<Record<string, never>> {
    if (!isAdministrator(caller.role)) throw apiErrors.administratorsOnly();
    const target = await userById(this.database.direct, caller.organizationId, params.user_id);
    if (target === undefined || target.isBot) throw apiErrors.noSuchUser();
    enforce(takeoverRefusal(caller, target));
    if (!target.isActive) throw apiErrors.deactivatedUser();
    await this.deactivateAccount.execute(caller.organizationId, target.id);
    return {};
  }
}
