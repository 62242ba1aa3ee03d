import { Injectable } from '@nestjs/common';
import { erasableUser } from '@parley/access';
import type { InputOf } from '@parley/contracts';
import type { eraseInvitedAddress } from '@parley/contracts/invitations';
import { nameActor } from '@parley/event-log';
import { Database } from '@parley/persistence';
import { replaceInvitedAddress } from './erasing.repository.js';

/** Replaces the address of a deactivated user in invitations that were sent to it. Those that are open end. */
@Injectable()
export class EraseInvitedAddress {
  constructor(private readonly database: Database) {}

  /** @throws noSuchUser @throws accountActive */
  async execute({ organizationId, userId }: InputOf<typeof eraseInvitedAddress>): Promise<Record<string, never>> {
    await this.database.transaction(async (tx) => {
      await nameActor(tx);
      const { deliveryEmail } = await erasableUser(tx, organizationId, userId);
      await replaceInvitedAddress(tx, organizationId, { address: deliveryEmail, erased: `erased-${userId}@invalid` });
    });
    return {};
  }
}
