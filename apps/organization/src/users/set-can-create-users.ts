import { Injectable } from '@nestjs/common';
import { userById } from '@parley/access';
import { apiErrors } from '@parley/contracts';
import { EventLog } from '@parley/event-log';
import { UsersRepository } from '../accounts/users.repository.js';

/**
 * The operator allows or forbids an account to create accounts for others. No event is logged, because registration does not include
 * it.
 */
@Injectable()
export class SetCanCreateUsers {
  constructor(
    private readonly eventLog: EventLog,
    private readonly users: UsersRepository,
  ) {}

  async execute(organizationId: number, userId: number, isAllowed: boolean): Promise<void> {
    await this.eventLog.change(organizationId, async (tx) => {
      const user = await userById(tx, organizationId, userId);
      if (user === undefined || user.isSystemBot) throw apiErrors.noSuchUser();
      await this.users.update(tx, organizationId, userId, { canCreateUsers: isAllowed });
    });
  }
}
