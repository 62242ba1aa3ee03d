import { Injectable } from '@nestjs/common';
import { erasableUser } from '@parley/access';
import type { InputOf } from '@parley/contracts';
import type { eraseWaitingNotifications } from '@parley/contracts/notifications';
import { Database } from '@parley/persistence';
import { forgetDigests } from '../digest/digest-candidates.repository.js';
import { forgetMissed } from '../mailing/missed-mails.repository.js';
import { endCallsOf } from '../outgoing/calls.repository.js';
import { forgetPushes } from '../pushing/push-deliveries.repository.js';

/** Deletes what a deactivated user would still be told of. Nothing follows for them later, because people who are deactivated are not told. */
@Injectable()
export class EraseWaitingNotifications {
  constructor(private readonly database: Database) {}

  /** @throws noSuchUser @throws accountActive */
  async execute({ organizationId, userId }: InputOf<typeof eraseWaitingNotifications>): Promise<Record<string, never>> {
    await this.database.transaction(async (tx) => {
      await erasableUser(tx, organizationId, userId);
      await forgetMissed(tx, organizationId, userId);
      await forgetDigests(tx, organizationId, userId);
      await endCallsOf(tx, organizationId, userId);
      await forgetPushes(tx, organizationId, userId);
    });
    return {};
  }
}
