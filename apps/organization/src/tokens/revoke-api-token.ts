import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import { callersChanged, type revokeApiToken } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { Bus } from '@parley/rpc';
import { apiTokenById, deleteApiToken } from '../credentials/api-tokens.repository.js';
import { accountWithTokens, knowsTokensOf } from './token-owner.js';

/** A token of an account whose tokens the caller may not know is answered like one that does not exist. */
@Injectable()
export class RevokeApiToken {
  constructor(
    private readonly eventLog: EventLog,
    private readonly bus: Bus,
  ) {}

  async execute({ caller, params }: CallOf<typeof revokeApiToken>): Promise<OutputOf<typeof revokeApiToken>> {
    const { organizationId } = caller;
    const userId = await this.eventLog.change(organizationId, async (tx) => {
      const token = await apiTokenById(tx, organizationId, params.api_token_id);
      if (token === undefined || !(await knowsTokensOf(tx, caller, token.userId))) throw apiErrors.noSuchToken();
      await accountWithTokens(tx, caller, token.userId, apiErrors.noSuchToken);
      await deleteApiToken(tx, organizationId, token.id);
      return token.userId;
    });
    this.bus.publish(callersChanged, { organizationId, userIds: [userId] });
    return {};
  }
}
