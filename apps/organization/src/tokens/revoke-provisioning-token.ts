import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import { callersChanged, type revokeProvisioningToken } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { Bus } from '@parley/rpc';
import { apiTokenById, deleteApiToken } from '../credentials/api-tokens.repository.js';
import { provisioningAccount } from './provisioning-account.js';

/** A token of another account is answered like one that does not exist. */
@Injectable()
export class RevokeProvisioningToken {
  constructor(
    private readonly eventLog: EventLog,
    private readonly bus: Bus,
  ) {}

  async execute({ caller, params }: CallOf<typeof revokeProvisioningToken>): Promise<OutputOf<typeof revokeProvisioningToken>> {
    const { organizationId } = caller;
    const userId = await this.eventLog.change(organizationId, async (tx) => {
      const account = await provisioningAccount(tx, caller);
      const token = await apiTokenById(tx, organizationId, params.provisioning_token_id);
      if (token?.userId !== account) throw apiErrors.noSuchToken();
      await deleteApiToken(tx, organizationId, token.id);
      return account;
    });
    this.bus.publish(callersChanged, { organizationId, userIds: [userId] });
    return {};
  }
}
