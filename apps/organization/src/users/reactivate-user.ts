import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, isAdministrator, type reactivateUser } from '@parley/contracts';
import { Database, userById } from '@parley/persistence';
import { mayAdministerAccount, mayCreateBot } from '@parley/policies';
import { botMaker } from '../bots/bot-maker.js';
import { ReactivateAccount } from './reactivate-account.js';

/** An administrator lets somebody come back; of a bot, also its owner, where he might make one. */
@Injectable()
export class ReactivateUser {
  constructor(
    private readonly database: Database,
    private readonly reactivateAccount: ReactivateAccount,
  ) {}

  async execute({ caller, params }: CallOf<typeof reactivateUser>): Promise<Record<string, never>> {
    const { client } = this.database;
    const target = await userById(client, caller.organizationId, params.user_id);
    // Whoever may administer nobody learns nothing of whom there is.
    if (target === undefined || !mayAdministerAccount(caller, target)) {
      throw isAdministrator(caller.role) ? apiErrors.noSuchUser() : apiErrors.administratorsOnly();
    }
    if (target.isSystemBot) throw apiErrors.noSuchUser();
    if (target.botType !== null && !mayCreateBot(target.botType, await botMaker(client, caller))) throw apiErrors.insufficientPermission();
    await this.reactivateAccount.execute(caller.organizationId, target.id, caller.userId);
    return {};
  }
}
