import { Injectable } from '@nestjs/common';
import type { OutputOf } from '@parley/contracts';
import { subscribeNewAccount } from '@parley/contracts/channels';
import type { createAccount } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import type { Change } from '../change.js';
import { NewAccounts, type RequestedAccount } from './new-accounts.js';

/**
 * Creates an account of a person or a bot, with its API key. People are subscribed to the default channels. The caller must check
 * permissions.
 */
@Injectable()
export class CreateAccount {
  constructor(
    private readonly eventLog: EventLog,
    private readonly accounts: NewAccounts,
  ) {}

  /** `also`: what else is stored with it, in the same transaction. */
  async execute(
    requested: RequestedAccount,
    also?: (change: Change, userId: number) => Promise<void>,
  ): Promise<OutputOf<typeof createAccount>> {
    const { organizationId } = requested;
    const account = await this.accounts.validate(requested);
    return this.eventLog.change(organizationId, async (tx, log) => {
      const change = { tx, log, organizationId };
      const created = await this.accounts.insert(change, account);
      await also?.(change, created.userId);
      if (account.botOwnerId === null) {
        log.enqueue(subscribeNewAccount, { organizationId, userId: created.userId, channelIds: [], includesDefaults: true });
      }
      return created;
    });
  }
}
