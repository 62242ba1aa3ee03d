import { Injectable } from '@nestjs/common';
import { readViewer } from '@parley/access';
import type { Caller, InputOf, OutputOf } from '@parley/contracts';
import type { markChannelAsRead } from '@parley/contracts/messaging';
import { EventLog } from '@parley/event-log';
import { Prisma } from '@parley/persistence';
import { logRead } from '../flags/change-flags.js';
import { readUnreadRows } from './read-unread-rows.js';
import { checkReadableChannel } from './readable-topic.js';
import { unreadIds } from './unread-messages.js';

/** POST /mark_stream_as_read: moves the channel's watermark to the newest message, however many were unread. Moved messages need rows. */
@Injectable()
export class MarkChannelAsRead {
  constructor(private readonly eventLog: EventLog) {}

  async execute(caller: Caller, params: InputOf<typeof markChannelAsRead>): Promise<OutputOf<typeof markChannelAsRead>> {
    const { organizationId, userId } = caller;
    const channelId = params.stream_id;
    await this.eventLog.change(organizationId, async (tx, log) => {
      const viewer = await readViewer(tx, caller);
      await checkReadableChannel(tx, viewer, channelId);
      const ids = await unreadIds(tx, viewer, { in: 'channel', channelId });
      if (ids.length === 0) return;
      await tx.$executeRaw`SELECT pin_moved_unread(${organizationId}::int, ARRAY[${userId}::int], ARRAY[${channelId}::int])`;
      await tx.$executeRaw`SELECT read_moved_in(${organizationId}::int, ARRAY[${userId}::int], ${channelId}::int)`;
      await readUnreadRows(tx, viewer, Prisma.sql`m.channel_id = ${channelId}`);
      await tx.$executeRaw`
        INSERT INTO channel_read (user_id, channel_id, organization_id, read_id) VALUES (${userId}, ${channelId}, ${organizationId}, ${log.lastMessageId})
        ON CONFLICT (user_id, channel_id, organization_id) DO UPDATE SET read_id = greatest(channel_read.read_id, excluded.read_id)`;
      logRead(log, userId, ids);
    });
    return { complete: true };
  }
}
