import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { leaveNewestUnread, markAllAsRead, markChannelAsRead, markTopicAsRead } from '@parley/contracts/messaging';
import { Serves } from '@parley/rpc';
import { LeaveNewestUnread } from './leave-newest-unread.js';
import { MarkAllAsRead } from './mark-all-as-read.js';
import { MarkChannelAsRead } from './mark-channel-as-read.js';
import { MarkTopicAsRead } from './mark-topic-as-read.js';

@Controller()
export class UnreadController {
  constructor(
    private readonly topic: MarkTopicAsRead,
    private readonly channel: MarkChannelAsRead,
    private readonly all: MarkAllAsRead,
    private readonly newest: LeaveNewestUnread,
  ) {}

  @Serves(markTopicAsRead)
  markTopicAsRead(call: CallOf<typeof markTopicAsRead>) {
    return this.topic.execute(call.caller, call.params);
  }

  @Serves(markChannelAsRead)
  markChannelAsRead(call: CallOf<typeof markChannelAsRead>) {
    return this.channel.execute(call.caller, call.params);
  }

  @Serves(markAllAsRead)
  markAllAsRead(call: CallOf<typeof markAllAsRead>) {
    return this.all.execute(call.caller);
  }

  @Serves(leaveNewestUnread)
  leaveNewestUnread({ params }: CallOf<typeof leaveNewestUnread>) {
    return this.newest.execute(params);
  }
}
