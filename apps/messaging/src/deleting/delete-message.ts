import { Injectable } from '@nestjs/common';
import { ViewerPermissions } from '@parley/access';
import { apiErrors, type Caller, enforce, type InputOf, type OutputOf } from '@parley/contracts';
import type { deleteMessage } from '@parley/contracts/messaging';
import { EventLog } from '@parley/event-log';
import { readTarget, type TargetMessage } from '../messages/target-message.repository.js';
import { deletionRefusal } from './message-deleting.policy.js';
import { removeMessages } from './remove-messages.js';

/** DELETE /messages/{message_id}. */
@Injectable()
export class DeleteMessage {
  constructor(private readonly eventLog: EventLog) {}

  async execute(caller: Caller, { message_id: id }: InputOf<typeof deleteMessage>): Promise<OutputOf<typeof deleteMessage>> {
    await this.eventLog.change(caller.organizationId, async (tx, log) => {
      const permissions = await ViewerPermissions.read(tx, caller);
      const message = await readTarget(tx, permissions.viewer, id);
      if (message === undefined) throw apiErrors.invalidMessages();
      enforce(deletionRefusal(deletionStanding(permissions, message)));
      await removeMessages(tx, log, caller.organizationId, [message.id]);
    });
    return {};
  }
}

function deletionStanding(permissions: ViewerPermissions, { isOwn, isOfOwnBot, ageSeconds, place }: TargetMessage) {
  const inChannel = (groupId: number | undefined) => groupId !== undefined && permissions.isIn(groupId);
  return {
    isOwn: isOwn || isOfOwnBot,
    mayDeleteAny: permissions.has('can_delete_any_message_group') || inChannel(place?.channel.canDeleteAnyMessageGroup),
    mayDeleteOwn: permissions.has('can_delete_own_message_group') || inChannel(place?.channel.canDeleteOwnMessageGroup),
    ageSeconds,
    limitSeconds: permissions.settings.message_content_delete_limit_seconds,
  };
}
