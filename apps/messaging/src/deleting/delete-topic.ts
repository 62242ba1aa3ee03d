import { Injectable } from '@nestjs/common';
import { ViewerPermissions } from '@parley/access';
import { apiErrors, type Caller, type InputOf, isStorable, normalizeTopic, type OutputOf } from '@parley/contracts';
import { type deleteTopic, MESSAGES_PER_EVENT } from '@parley/contracts/messaging';
import { type ChangeLog, EventLog } from '@parley/event-log';
import { channelsById, type Tx } from '@parley/persistence';
import { checkReadableChannel } from '../unread/check-readable-channel.js';
import { newestIdsOfTopic } from './deleting.repository.js';
import { removeMessages } from './remove-messages.js';

/** Ends before the call's deadline, with more time left than one batch takes. */
const BUDGET_MS = 20_000;

/**
 * POST /streams/{stream_id}/delete_topic: deletes batch by batch, each in a change of its own, so that finished batches stay deleted when
 * time runs out.
 */
@Injectable()
export class DeleteTopic {
  constructor(private readonly eventLog: EventLog) {}

  async execute(caller: Caller, params: InputOf<typeof deleteTopic>): Promise<OutputOf<typeof deleteTopic>> {
    const topic = normalizeTopic(params.topic_name);
    const until = Date.now() + BUDGET_MS;
    for (;;) {
      const deleted = await this.eventLog.change(caller.organizationId, (tx, log) => deleteBatch(tx, log, caller, params.stream_id, topic));
      if (deleted < MESSAGES_PER_EVENT) return { complete: true };
      if (Date.now() > until) return { complete: false };
    }
  }
}

async function deleteBatch(tx: Tx, log: ChangeLog, caller: Caller, channelId: number, topic: string): Promise<number> {
  const permissions = await ViewerPermissions.read(tx, caller);
  await checkReadableChannel(tx, permissions.viewer, channelId);
  const [channel] = await channelsById(tx, caller.organizationId, [channelId]);
  if (channel === undefined || channel.isArchived) throw apiErrors.invalidChannelId();
  const mayDelete = permissions.has('can_delete_any_message_group') || permissions.isIn(channel.canDeleteAnyMessageGroup);
  if (!mayDelete) throw apiErrors.insufficientPermission();
  const ids = isStorable(topic) ? await newestIdsOfTopic(tx, permissions.viewer, channelId, topic) : [];
  await removeMessages(tx, log, caller.organizationId, ids);
  return ids.length;
}
