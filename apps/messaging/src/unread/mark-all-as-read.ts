import { Injectable } from '@nestjs/common';
import { readViewer } from '@parley/access';
import type { Caller, OutputOf } from '@parley/contracts';
import { type markAllAsRead, messageFlagsChanged } from '@parley/contracts/messaging';
import { EventLog } from '@parley/event-log';
import { logRead } from '../flags/change-flags.js';
import { readEverythingUntil, readUnreadRows, unreadIds } from './unread.repository.js';

/** Above this number, one event says "all" instead of listing the messages. */
const MAX_LISTED = 5_000;

/** POST /mark_all_as_read: moves every watermark to the newest message. */
@Injectable()
export class MarkAllAsRead {
  constructor(private readonly eventLog: EventLog) {}

  async execute(caller: Caller): Promise<OutputOf<typeof markAllAsRead>> {
    await this.eventLog.change(caller.organizationId, async (tx, log) => {
      const viewer = await readViewer(tx, caller);
      const ids = await unreadIds(tx, viewer, { in: 'everything' }, MAX_LISTED + 1);
      if (ids.length === 0) return;
      await readUnreadRows(tx, viewer, { in: 'everything' });
      await readEverythingUntil(tx, caller, log.lastMessageId);
      if (ids.length <= MAX_LISTED) logRead(log, caller.userId, ids);
      else log.append(messageFlagsChanged, { userId: caller.userId, op: 'add', flag: 'read', messages: [], all: true });
    });
    return { complete: true };
  }
}
