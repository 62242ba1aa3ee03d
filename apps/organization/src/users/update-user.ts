import { Injectable } from '@nestjs/common';
import type { UserRecord } from '@parley/access';
import { apiErrors, type CallOf, enforce, isAdministrator, refuseTokens } from '@parley/contracts';
import { callersChanged, type updateUser } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import type { Tx } from '@parley/persistence';
import { Bus } from '@parley/rpc';
import { OrganizationAddresses } from '@parley/runtime';
import { mayAdministerAccount, roleChangeRefusal, takeoverRefusal } from '../accounts/account-administration.policy.js';
import { AccountChanges } from '../accounts/account-changes.js';
import { userVisibility } from '../accounts/user-visibility.js';
import { refuseBotTakeover } from '../bots/bot-for-edit.js';
import { FreshProof } from '../credentials/fresh-proof.js';
import { setProfileData } from '../profile-fields/set-profile-data.js';
import { findUser } from './find-user.js';

type Call = CallOf<typeof updateUser>;

/** Changes role, name, real email address and profile data of a user in one transaction. */
@Injectable()
export class UpdateUser {
  constructor(
    private readonly eventLog: EventLog,
    private readonly bus: Bus,
    private readonly addresses: OrganizationAddresses,
    private readonly changes: AccountChanges,
    private readonly proof: FreshProof,
  ) {}

  async execute({ caller, params }: Call): Promise<Record<string, never>> {
    const { organizationId } = caller;
    if (params.role !== undefined || params.new_email !== undefined) await this.proof.check(caller);
    const changed = await this.eventLog.change(organizationId, async (tx, log) => {
      if (params.role !== undefined || params.new_email !== undefined) refuseTokens(caller);
      const user = await this.target(tx, caller, params.user_id);
      if (!mayAdministerAccount(caller, user)) throw apiErrors.insufficientPermission();
      if (params.new_email !== undefined) await refuseTakeover(tx, caller, user);
      if (params.profile_data !== undefined && !isAdministrator(caller.role)) throw apiErrors.administratorsOnly();
      // Bots have no profile data.
      if (params.profile_data !== undefined && user.isBot) throw apiErrors.insufficientPermission();
      const change = { tx, log, organizationId };
      if (params.role !== undefined) enforce(roleChangeRefusal(caller, user, params.role));
      const hasRole = params.role !== undefined && (await this.changes.changeRole(change, user, params.role));
      if (params.full_name !== undefined) await this.changes.rename(change, user, params.full_name);
      const hasEmail =
        params.new_email !== undefined && (await this.changes.changeEmails(change, user, { deliveryEmail: params.new_email }));
      if (params.profile_data !== undefined) await setProfileData(change, caller, user.id, params.profile_data);
      return hasRole || hasEmail ? [user.id] : [];
    });
    if (changed.length > 0) this.bus.publish(callersChanged, { organizationId, userIds: changed });
    return {};
  }

  private async target(tx: Tx, caller: Call['caller'], idOrEmail: string): Promise<UserRecord> {
    const user = await findUser(tx, caller, idOrEmail);
    if (user === undefined || user.isSystemBot) throw apiErrors.noSuchUser();
    const visibility = await userVisibility(tx, caller, this.addresses);
    if (!visibility.maySee(user.id)) throw apiErrors.noSuchUser();
    return user;
  }
}

/** Setting a new email address takes over an account, so only owners may do it to an owner. @throws administratorsOnly, ownersOnly */
async function refuseTakeover(tx: Tx, caller: Call['caller'], user: UserRecord): Promise<void> {
  enforce(takeoverRefusal(caller, user));
  if (user.isBot) await refuseBotTakeover(tx, caller, user);
}
