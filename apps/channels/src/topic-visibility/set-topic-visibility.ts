import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type InputOf, type OutputOf, type setTopicVisibility, TOPIC_VISIBILITY } from '@parley/contracts';
import { EventLog } from '@parley/event-log';
import { checkedTopic } from '@parley/policies';
import { channelOfTopic } from './channel-of-topic.js';
import { changeTopicVisibility } from './topic-visibility-change.js';

/** POST /user_topics. What was chosen before may be taken back in any channel, also one that is archived or hidden by now. */
@Injectable()
export class SetTopicVisibility {
  constructor(private readonly eventLog: EventLog) {}

  async execute(caller: Caller, params: InputOf<typeof setTopicVisibility>): Promise<OutputOf<typeof setTopicVisibility>> {
    const { organizationId, userId } = caller;
    const { stream_id: id, visibility_policy: policy } = params;
    const topic = checkedTopic(params.topic);
    await this.eventLog.change(organizationId, async (tx, log) => {
      const channelId = await channelOfTopic(tx, caller, { id }, { takesBack: policy === TOPIC_VISIBILITY.inherit });
      if (channelId === undefined) throw apiErrors.invalidChannelId();
      await changeTopicVisibility(tx, log, { organizationId, userId, channelId, topic, policy });
    });
    return {};
  }
}
