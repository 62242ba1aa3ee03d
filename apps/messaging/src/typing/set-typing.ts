import { Injectable } from '@nestjs/common';
import { knowsChannel } from '@parley/access';
import { apiErrors, type Caller, type InputOf } from '@parley/contracts';
import { type setTyping, type TypingChanged, typingChanged } from '@parley/contracts/messaging';
import { Database } from '@parley/persistence';
import type { Addressee } from '../destinations/addressee.js';
import { channelSender, type Destination, destinationOf, senderOf } from '../destinations/destination.js';
import { type DestinationContext, readDestinationContext } from '../destinations/destination-context.repository.js';
import { AnnounceTyping } from './announce-typing.js';
import { listenersWhoKnow, readListeners } from './typing.repository.js';
import { tellsOfTyping, typingAddressee, typingOp } from './typing-request.js';
import { checkSendsTyping } from './typing-settings.js';

/** POST /typing: for users who may send to the place. */
@Injectable()
export class SetTyping {
  constructor(
    private readonly database: Database,
    private readonly announcing: AnnounceTyping,
  ) {}

  async execute(caller: Caller, params: InputOf<typeof setTyping>): Promise<Record<string, never>> {
    const op = typingOp(params.op);
    const to = typingAddressee(params);
    const reader = this.database.direct;
    await checkSendsTyping(reader, caller, to.kind);
    const context = await readDestinationContext(reader, caller, to);
    const destination = typingDestination(to, context);
    const { id: user_id, email } = senderOf(context);
    const listenerIds = await this.listeners(caller, context, destination);
    await this.announcing.execute(caller.organizationId, typingChanged, {
      op,
      sender: { user_id, email },
      to: placeOf(destination),
      listenerIds,
    });
    return {};
  }

  /** Excludes guests who may not see the sender, or one of the recipients. */
  private async listeners({ organizationId, userId }: Caller, context: DestinationContext, destination: Destination): Promise<number[]> {
    const reader = this.database.direct;
    const listeners = await this.wanting(organizationId, destination);
    if (!context.organization.rules.guestsAreLimited) return listeners;
    const named = destination.kind === 'direct' ? destination.participants.map(({ id }) => id) : [userId];
    return listenersWhoKnow(reader, organizationId, listeners, named);
  }

  private async wanting(organizationId: number, destination: Destination): Promise<number[]> {
    const reader = this.database.direct;
    if (destination.kind === 'direct') {
      const ids = destination.participants.map(({ id }) => id);
      return readListeners(reader, organizationId, { users: ids });
    }
    const { id: channel, subscriberCount } = destination.channel;
    return tellsOfTyping(subscriberCount) ? readListeners(reader, organizationId, { channel }) : [];
  }
}

/** @throws invalidChannelId for a channel that does not exist or is hidden: STREAM_DOES_NOT_EXIST is only for sends */
function typingDestination(to: Addressee, context: DestinationContext): Destination {
  if (to.kind === 'channel' && (context.channel === null || !knowsChannel(context.channel, channelSender(context))))
    throw apiErrors.invalidChannelId();
  return destinationOf(to, context);
}

function placeOf(destination: Destination): TypingChanged['to'] {
  if (destination.kind === 'channel') return { kind: 'channel', channelId: destination.channel.id, topic: destination.topic };
  return { kind: 'direct', recipients: destination.participants.map(({ id, email }) => ({ user_id: id, email })) };
}
