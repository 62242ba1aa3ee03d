import { Injectable } from '@nestjs/common';
import { OPEN_SPAN, readViewer } from '@parley/access';
import type { Caller, OutputOf } from '@parley/contracts';
import { type markAllAsRead, messageFlagsChanged } from '@parley/contracts/messaging';
import { type ChangeLog, EventLog } from '@parley/event-log';
import { Prisma, type Tx } from '@parley/persistence';
import { logRead } from '../flags/change-flags.js';
import { readUnreadRows } from './read-unread-rows.js';
import { unreadIds } from './unread-messages.js';

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
      await readUnreadRows(tx, viewer, Prisma.sql`true`);
      await moveWatermarks(tx, log, caller);
      if (ids.length <= MAX_LISTED) logRead(log, caller.userId, ids);
      else log.append(messageFlagsChanged, { userId: caller.userId, op: 'add', flag: 'read', messages: [], all: true });
    });
    return { complete: true };
  }
}

async function moveWatermarks(tx: Tx, { lastMessageId }: ChangeLog, { organizationId, userId }: Caller): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO channel_read (user_id, channel_id, organization_id, read_id)
    SELECT s.user_id, s.channel_id, s.organization_id, ${lastMessageId} FROM subscription_span s
    WHERE s.user_id = ${userId} AND s.organization_id = ${organizationId} AND s.until_id = ${OPEN_SPAN}
    ON CONFLICT (user_id, channel_id, organization_id) DO UPDATE SET read_id = greatest(channel_read.read_id, excluded.read_id)`;
  await tx.$executeRaw`
    UPDATE conversation_participant p SET read_id = ${lastMessageId} FROM conversation v
    WHERE p.user_id = ${userId} AND p.organization_id = ${organizationId} AND v.id = p.conversation_id AND v.last_message_id > p.read_id`;
}
