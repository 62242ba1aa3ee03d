import { Injectable } from '@nestjs/common';
import { usersOf } from '@parley/access';
import type { OutputOf } from '@parley/contracts';
import type { listAccounts } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';

/** The accounts of an organization, for the operator. */
@Injectable()
export class ListAccounts {
  constructor(private readonly database: Database) {}

  async execute(organizationId: number): Promise<OutputOf<typeof listAccounts>> {
    const users = await usersOf(this.database.direct, organizationId);
    const accounts = users
      .filter((user) => !user.isSystemBot)
      .map(({ id: userId, apiEmail: email, deliveryEmail, fullName, role, isBot, botOwnerId, isActive }) => ({
        userId,
        email,
        deliveryEmail,
        fullName,
        role,
        isBot,
        botOwnerId,
        isActive,
      }));
    return { accounts };
  }
}
