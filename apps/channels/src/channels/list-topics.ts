import { Injectable } from '@nestjs/common';
import { hasContentAccess, readViewer } from '@parley/access';
import { apiErrors, type Caller, displayTopic, type InputOf, type OutputOf } from '@parley/contracts';
import type { listTopics } from '@parley/contracts/channels';
import { Database } from '@parley/persistence';
import { channelTopics } from './channel-topics.repository.js';
import { visibleChannel } from './visible-channels.js';

/** The topics of a channel, if the caller may read its messages. */
@Injectable()
export class ListTopics {
  constructor(private readonly database: Database) {}

  async execute(caller: Caller, params: InputOf<typeof listTopics>): Promise<OutputOf<typeof listTopics>> {
    const reader = this.database.direct;
    const found = await visibleChannel(reader, caller, { id: params.stream_id });
    if (found === undefined || !hasContentAccess(found.channel, found.relation)) throw apiErrors.invalidChannelId();
    const topics = await channelTopics(reader, await readViewer(reader, caller), found.channel.id);
    return {
      topics: topics.map(({ name, maxMessageId }) => ({ name: displayTopic(name, params.allow_empty_topic_name), max_id: maxMessageId })),
    };
  }
}
