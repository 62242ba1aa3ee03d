import { Injectable } from '@nestjs/common';
import { userById } from '@parley/access';
import { apiErrors, type Role } from '@parley/contracts';
import { callersChanged } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { Bus } from '@parley/rpc';
import { AccountChanges } from '../accounts/account-changes.js';

/** Changes the role of an account. The caller must check permissions. */
@Injectable()
export class SetRole {
  constructor(
    private readonly eventLog: EventLog,
    private readonly bus: Bus,
    private readonly changes: AccountChanges,
  ) {}

  /** The current role changes nothing. */
  async execute(organizationId: number, userId: number, role: Role): Promise<void> {
    const hasChanged = await this.eventLog.change(organizationId, async (tx, log) => {
      const user = await userById(tx, organizationId, userId);
      if (user === undefined || user.isSystemBot) throw apiErrors.noSuchUser();
      return this.changes.changeRole({ tx, log, organizationId }, user, role);
    });
    if (hasChanged) this.bus.publish(callersChanged, { organizationId, userIds: [userId] });
  }
}
