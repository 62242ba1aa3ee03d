import { Injectable } from '@nestjs/common';
import { readViewer } from '@parley/access';
import { apiErrors, type Caller, type InputOf, isStorable, normalizeTopic, type OutputOf, topicKey } from '@parley/contracts';
import type { markTopicAsRead } from '@parley/contracts/messaging';
import { EventLog } from '@parley/event-log';
import { changeFlags } from '../flags/change-flags.js';
import { checkReadableChannel } from './check-readable-channel.js';
import { readableTopicId, unreadIds } from './unread.repository.js';

/** POST /mark_topic_as_read: writes one row per unread message. */
@Injectable()
export class MarkTopicAsRead {
  constructor(private readonly eventLog: EventLog) {}

  async execute(caller: Caller, params: InputOf<typeof markTopicAsRead>): Promise<OutputOf<typeof markTopicAsRead>> {
    const { stream_id: channelId } = params;
    const topic = normalizeTopic(params.topic_name);
    await this.eventLog.change(caller.organizationId, async (tx, log) => {
      const viewer = await readViewer(tx, caller);
      await checkReadableChannel(tx, viewer, channelId);
      const topicId = isStorable(topic) ? await readableTopicId(tx, viewer, channelId, topicKey(topic)) : undefined;
      if (topicId === undefined) throw apiErrors.noSuchTopic({ topic });
      const ids = await unreadIds(tx, viewer, { in: 'topic', channelId, topicId });
      await changeFlags(tx, log, viewer, ids, { op: 'add', flag: 'read' });
    });
    return { complete: true };
  }
}
