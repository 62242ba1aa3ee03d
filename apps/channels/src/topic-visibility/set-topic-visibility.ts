import { Injectable } from '@nestjs/common';
import { checkedTopic } from '@parley/access';
import { apiErrors, type Caller, type InputOf, type OutputOf } from '@parley/contracts';
import { type setTopicVisibility, TOPIC_VISIBILITY } from '@parley/contracts/channels';
import { EventLog } from '@parley/event-log';
import { channelOfTopic } from './channel-of-topic.js';
import { changeTopicVisibility } from './topic-visibility-change.js';

/** POST /user_topics. A policy may be reset in any channel, even if the channel is archived or hidden from the caller by now. */
@Injectable()
export class SetTopicVisibility {
  constructor(private readonly eventLog: EventLog) {}

  async execute(caller: Caller, params: InputOf<typeof setTopicVisibility>): Promise<OutputOf<typeof setTopicVisibility>> {
    const { organizationId, userId } = caller;
    const { stream_id: id, visibility_policy: policy } = params;
    const topic = checkedTopic(params.topic);
    await this.eventLog.change(organizationId, async (tx, log) => {
      const channelId = await channelOfTopic(tx, caller, { id }, { isReset: policy === TOPIC_VISIBILITY.inherit });
      if (channelId === undefined) throw apiErrors.invalidChannelId();
      await changeTopicVisibility(tx, log, organizationId, { userId, channelId, topic, policy });
    });
    return {};
  }
}
