import { Injectable } from '@nestjs/common';
import { ViewerPermissions } from '@parley/access';
import { apiErrors, type Caller, enforce, type InputOf } from '@parley/contracts';
import { type EditTypingChanged, editTypingChanged, type setEditTyping } from '@parley/contracts/messaging';
import { Database, type SqlReader } from '@parley/persistence';
import { contentEditStanding } from '../editing/content-edit-standing.js';
import { contentEditRefusal } from '../editing/message-editing.policy.js';
import { messageWatchersOf } from '../messages/message-watchers.repository.js';
import { readTarget, type TargetMessage } from '../messages/target-message.repository.js';
import { AnnounceTyping } from './announce-typing.js';
import { listenersWhoKnow, readListeners } from './typing.repository.js';
import { tellsOfTyping, typingOp } from './typing-request.js';
import { checkSendsTyping } from './typing-settings.js';

/** POST /messages/{message_id}/typing: for users who may edit the content of the message. */
@Injectable()
export class SetEditTyping {
  constructor(
    private readonly database: Database,
    private readonly announcing: AnnounceTyping,
  ) {}

  async execute(caller: Caller, { message_id, ...params }: InputOf<typeof setEditTyping>): Promise<Record<string, never>> {
    const op = typingOp(params.op);
    const reader = this.database.direct;
    const permissions = await ViewerPermissions.read(reader, caller);
    const message = await readTarget(reader, permissions.viewer, message_id);
    if (message === undefined) throw apiErrors.invalidMessages();
    enforce(contentEditRefusal(contentEditStanding(permissions, message)));
    await checkSendsTyping(reader, caller, message.place === null ? 'direct' : 'channel');
    await this.announcing.execute(caller.organizationId, editTypingChanged, {
      op,
      senderId: caller.userId,
      messageId: message.id,
      to: placeOf(message),
      listenerIds: await knowingListeners(reader, permissions, caller, message),
    });
    return {};
  }
}

async function knowingListeners(
  reader: SqlReader,
  permissions: ViewerPermissions,
  caller: Caller,
  message: TargetMessage,
): Promise<number[]> {
  const wanting = await listeners(reader, caller, message);
  return permissions.guestsAreLimited ? listenersWhoKnow(reader, caller.organizationId, wanting, [caller.userId]) : wanting;
}

/** In a channel with protected history, only users who may see the message. */
async function listeners(reader: SqlReader, { organizationId }: Caller, { id, place, participantIds }: TargetMessage): Promise<number[]> {
  if (place === null) return readListeners(reader, organizationId, { users: participantIds });
  if (!tellsOfTyping(place.channel.subscriberCount)) return [];
  const watchers = await messageWatchersOf(reader, organizationId, id);
  const subscribers = await readListeners(reader, organizationId, { channel: place.channel.id });
  return subscribers.filter((userId) => watchers.some(({ channelId, userIds }) => channelId !== null || userIds.includes(userId)));
}

function placeOf({ place, participantIds }: TargetMessage): EditTypingChanged['to'] {
  if (place === null) return { kind: 'direct', userIds: [...participantIds] };
  return { kind: 'channel', channelId: place.channel.id, topic: place.topic };
}
