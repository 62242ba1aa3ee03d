import { Injectable } from '@nestjs/common';
import { readViewer } from '@parley/access';
import type { Caller, InputOf, OutputOf } from '@parley/contracts';
import type { markChannelAsRead } from '@parley/contracts/messaging';
import { EventLog } from '@parley/event-log';
import { logRead } from '../flags/change-flags.js';
import { checkReadableChannel } from './check-readable-channel.js';
import { readChannelUntil, readUnreadRows, unreadIds } from './unread.repository.js';

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
      await readChannelUntil(tx, caller, channelId, log.lastMessageId);
      await readUnreadRows(tx, viewer, { in: 'channel', channelId });
      logRead(log, userId, ids);
    });
    return { complete: true };
  }
}
