import { Module } from '@nestjs/common';
import { CompactReadFlags } from './compact-read-flags.js';
import { LeaveNewestUnread } from './leave-newest-unread.js';
import { MarkAllAsRead } from './mark-all-as-read.js';
import { MarkChannelAsRead } from './mark-channel-as-read.js';
import { MarkTopicAsRead } from './mark-topic-as-read.js';
import { UnreadController } from './unread.controller.js';

@Module({
  controllers: [UnreadController],
  providers: [CompactReadFlags, LeaveNewestUnread, MarkAllAsRead, MarkChannelAsRead, MarkTopicAsRead],
})
export class UnreadModule {}
