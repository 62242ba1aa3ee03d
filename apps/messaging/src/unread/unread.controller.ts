import { Controller } from '@nestjs/common';
import { type CallOf, markAllAsRead, markChannelAsRead, markTopicAsRead } from '@parley/contracts';
import { Serves } from '@parley/rpc';
import { MarkAllAsRead } from './mark-all-as-read.js';
import { MarkChannelAsRead } from './mark-channel-as-read.js';
import { MarkTopicAsRead } from './mark-topic-as-read.js';

@Controller()
export class UnreadController {
  constructor(
    private readonly topic: MarkTopicAsRead,
    private readonly channel: MarkChannelAsRead,
    private readonly all: MarkAllAsRead,
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
}
