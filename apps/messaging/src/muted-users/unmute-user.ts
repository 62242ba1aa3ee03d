import { Injectable } from '@nestjs/common';
import { visibleUser } from '@parley/access';
import { apiErrors, type Caller, type InputOf, type OutputOf } from '@parley/contracts';
import { mutedUsersChanged, type unmuteUser } from '@parley/contracts/messaging';
import { EventLog } from '@parley/event-log';
import { Database } from '@parley/persistence';
import { readMutedUsers } from './read-muted-users.js';

/** DELETE /users/me/muted_users/{muted_user_id}: the row stays, with the id up to which the unmuted user's messages are read. */
@Injectable()
export class UnmuteUser {
  constructor(
    private readonly database: Database,
    private readonly eventLog: EventLog,
  ) {}

  async execute(caller: Caller, { muted_user_id: mutedId }: InputOf<typeof unmuteUser>): Promise<OutputOf<typeof unmuteUser>> {
    if (await this.end(caller, mutedId)) return {};
    if ((await visibleUser(this.database.client, caller, mutedId)) === undefined) throw apiErrors.noSuchUser();
    throw apiErrors.userNotMuted();
  }

  /** Returns whether the user was muted. */
  private end({ organizationId, userId }: Caller, mutedId: number): Promise<boolean> {
    return this.eventLog.change(organizationId, async (tx, log) => {
      const ended = await tx.$executeRaw`
        UPDATE muted_user SET muted_at = NULL, read_until_id = ${log.lastMessageId}
        WHERE user_id = ${userId} AND sender_id = ${mutedId}::bigint AND organization_id = ${organizationId} AND muted_at IS NOT NULL`;
      if (ended === 0) return false;
      log.append(mutedUsersChanged, { userId, mutedUsers: await readMutedUsers(tx, organizationId, userId) });
      return true;
    });
  }
}
