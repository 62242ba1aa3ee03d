import { Injectable } from '@nestjs/common';
import { visibleUser } from '@parley/access';
import { apiErrors, type Caller, type InputOf, type OutputOf } from '@parley/contracts';
import { mutedUsersChanged, type unmuteUser } from '@parley/contracts/messaging';
import { EventLog } from '@parley/event-log';
import { Database } from '@parley/persistence';
import { endMute, readMutedUsers } from './muted-users.repository.js';

/** DELETE /users/me/muted_users/{muted_user_id}: the row stays, with the id up to which the unmuted user's messages are read. */
@Injectable()
export class UnmuteUser {
  constructor(
    private readonly database: Database,
    private readonly eventLog: EventLog,
  ) {}

  async execute(caller: Caller, { muted_user_id: mutedId }: InputOf<typeof unmuteUser>): Promise<OutputOf<typeof unmuteUser>> {
    if (await this.end(caller, mutedId)) return {};
    if ((await visibleUser(this.database.direct, caller, mutedId)) === undefined) throw apiErrors.noSuchUser();
    throw apiErrors.userNotMuted();
  }

  /** Returns whether the user was muted. */
  private end(caller: Caller, mutedId: number): Promise<boolean> {
    const { organizationId, userId } = caller;
    return this.eventLog.change(organizationId, async (tx, log) => {
      if (!(await endMute(tx, caller, mutedId, log.lastMessageId))) return false;
      log.append(mutedUsersChanged, { userId, mutedUsers: await readMutedUsers(tx, organizationId, userId) });
      return true;
    });
  }
}
