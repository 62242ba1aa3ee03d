import { Injectable } from '@nestjs/common';
import { readViewer, visibleUser } from '@parley/access';
import { apiErrors, type Caller, type InputOf, type OutputOf } from '@parley/contracts';
import { MAX_MUTED_USERS, mutedUsersChanged, type muteUser } from '@parley/contracts/messaging';
import { EventLog } from '@parley/event-log';
import { Database } from '@parley/persistence';
import { logRead } from '../flags/change-flags.js';
import { readUnreadRows, unreadIds } from '../unread/unread.repository.js';
import { readMutedUsers, storeMute } from './muted-users.repository.js';

/** POST /users/me/muted_users/{muted_user_id}: one row makes all messages of the muted user read, earlier ones included. */
@Injectable()
export class MuteUser {
  constructor(
    private readonly database: Database,
    private readonly eventLog: EventLog,
  ) {}

  async execute(caller: Caller, { muted_user_id: mutedId }: InputOf<typeof muteUser>): Promise<OutputOf<typeof muteUser>> {
    const { organizationId, userId } = caller;
    if (mutedId === userId) throw apiErrors.cannotMuteSelf();
    if ((await visibleUser(this.database.direct, caller, mutedId)) === undefined) throw apiErrors.noSuchUser();
    await this.eventLog.change(organizationId, async (tx, log) => {
      const muted = await readMutedUsers(tx, organizationId, userId);
      if (muted.some(({ id }) => id === mutedId)) throw apiErrors.userAlreadyMuted();
      if (muted.length >= MAX_MUTED_USERS) throw apiErrors.tooManyMutedUsers({ limit: MAX_MUTED_USERS });
      const viewer = await readViewer(tx, caller);
      const unread = await unreadIds(tx, viewer, { in: 'from-sender', senderId: mutedId });
      await readUnreadRows(tx, viewer, { in: 'from-sender', senderId: mutedId });
      await storeMute(tx, caller, mutedId);
      log.append(mutedUsersChanged, { userId, mutedUsers: await readMutedUsers(tx, organizationId, userId) });
      logRead(log, userId, unread);
    });
    return {};
  }
}
