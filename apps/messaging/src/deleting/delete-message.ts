import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type deleteMessage, type InputOf, type OutputOf } from '@parley/contracts';
import { EventLog } from '@parley/event-log';
import { checkMayDelete } from '@parley/policies';
import { OrganizationStanding } from '../permissions/organization-standing.js';
import { readTarget, type TargetMessage } from '../permissions/target-message.js';
import { removeMessages } from './remove-messages.js';

/** DELETE /messages/{message_id}. */
@Injectable()
export class DeleteMessage {
  constructor(private readonly eventLog: EventLog) {}

  async execute(caller: Caller, { message_id: id }: InputOf<typeof deleteMessage>): Promise<OutputOf<typeof deleteMessage>> {
    await this.eventLog.change(caller.organizationId, async (tx, log) => {
      const standing = await OrganizationStanding.read(tx, caller);
      const message = await readTarget(tx, standing.viewer, id);
      if (message === undefined) throw apiErrors.invalidMessages();
      checkMayDelete(deletionStanding(standing, message));
      await removeMessages(tx, log, caller.organizationId, [message.id]);
    });
    return {};
  }
}

function deletionStanding(standing: OrganizationStanding, { isOwn, isOfOwnBot, ageSeconds, place }: TargetMessage) {
  const inChannel = (groupId: number | undefined) => groupId !== undefined && standing.isIn(groupId);
  return {
    isOwn: isOwn || isOfOwnBot,
    mayDeleteAny: standing.has('can_delete_any_message_group') || inChannel(place?.channel.canDeleteAnyMessageGroup),
    mayDeleteOwn: standing.has('can_delete_own_message_group') || inChannel(place?.channel.canDeleteOwnMessageGroup),
    ageSeconds,
    limitSeconds: standing.settings.message_content_delete_limit_seconds,
  };
}
