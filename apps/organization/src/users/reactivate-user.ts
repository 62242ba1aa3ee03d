import { Injectable } from '@nestjs/common';
import { userById } from '@parley/access';
import { apiErrors, type CallOf, enforce, isAdministrator } from '@parley/contracts';
import type { reactivateUser } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { mayAdministerAccount, takeoverRefusal } from '../accounts/account-administration.policy.js';
import { refuseBotTakeover } from '../bots/bot-for-edit.js';
import { createsBots } from '../bots/creates-bots.js';
import { ReactivateAccount } from './reactivate-account.js';

/**
 * Reactivates a person or a bot. Administrators may, and the owner of a bot if they may create one. Only owners may reactivate an
 * owner, or a bot that belonged to an owner.
 */
@Injectable()
export class ReactivateUser {
  constructor(
    private readonly database: Database,
    private readonly reactivateAccount: ReactivateAccount,
  ) {}

  async execute({ caller, params }: CallOf<typeof reactivateUser>): Promise<Record<string, never>> {
    const reader = this.database.direct;
    const target = await userById(reader, caller.organizationId, params.user_id);
    // The error must not tell other callers which ids exist.
    if (target === undefined || !mayAdministerAccount(caller, target)) {
      throw isAdministrator(caller.role) ? apiErrors.noSuchUser() : apiErrors.administratorsOnly();
    }
    if (target.isSystemBot) throw apiErrors.noSuchUser();
    if (target.botType !== null && !(await createsBots(reader, caller, target.botType))) throw apiErrors.insufficientPermission();
    if (target.isBot) await refuseBotTakeover(reader, caller, target);
    else enforce(takeoverRefusal(caller, target));
    await this.reactivateAccount.execute(caller.organizationId, target.id, caller.userId);
    return {};
  }
}
