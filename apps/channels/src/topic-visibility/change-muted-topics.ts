import { Injectable } from '@nestjs/common';
import { checkedTopic } from '@parley/access';
import { apiErrors, type Caller, type InputOf, type OutputOf } from '@parley/contracts';
import { type changeMutedTopics, TOPIC_VISIBILITY } from '@parley/contracts/channels';
import { EventLog } from '@parley/event-log';
import { type ChannelReference, channelOfTopic } from './channel-of-topic.js';
import { changeTopicVisibility } from './topic-visibility-change.js';

type Params = InputOf<typeof changeMutedTopics>;

const { inherit, muted } = TOPIC_VISIBILITY;

/** PATCH /users/me/subscriptions/muted_topics: the older form of POST /user_topics. */
@Injectable()
export class ChangeMutedTopics {
  constructor(private readonly eventLog: EventLog) {}

  async execute(caller: Caller, params: Params): Promise<OutputOf<typeof changeMutedTopics>> {
    const { organizationId, userId } = caller;
    const reference = referenceOf(params);
    const topic = checkedTopic(params.topic);
    const mutes = params.op === 'add';
    await this.eventLog.change(organizationId, async (tx, log) => {
      const channelId = await channelOfTopic(tx, caller, reference, { isReset: !mutes });
      if (channelId === undefined) throw unknownChannel(reference);
      const change = mutes ? { policy: muted } : { policy: inherit, onlyFrom: muted };
      await changeTopicVisibility(tx, log, organizationId, { userId, channelId, topic, ...change });
    });
    return {};
  }
}

function referenceOf({ stream_id: id, stream: name }: Params): ChannelReference {
  if (id !== undefined && name !== undefined) throw apiErrors.unsupportedCombination({ names: ['stream_id', 'stream'] });
  if (id !== undefined) return { id };
  if (name !== undefined) return { name };
  throw apiErrors.missingParameter({ name: 'stream_id' });
}

function unknownChannel(reference: ChannelReference) {
  return 'id' in reference ? apiErrors.invalidChannelId() : apiErrors.invalidChannelName(reference);
}
