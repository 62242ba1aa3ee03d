import { Injectable } from '@nestjs/common';
import {
  announceUnlogged,
  apiErrors,
  type Caller,
  type InputOf,
  SYSTEM_VISITOR,
  type setTyping,
  type TypingChanged,
  typingChanged,
} from '@parley/contracts';
import { Database, readSendContext } from '@parley/persistence';
import { type Addressee, tellsOfTyping, typingAddressee, typingOp } from '@parley/policies';
import { RpcClient } from '@parley/rpc';
import { type Destination, destinationOf, senderOf } from '../sending/destination.js';
import { questionOf } from '../sending/draft.js';
import { readListeners, readTypingSettings, type TypingSettings } from './typing-settings.js';

/** POST /typing: whoever may send there may say that he writes. Kept nowhere, and told to those who want to know and are there now. */
@Injectable()
export class SetTyping {
  constructor(
    private readonly database: Database,
    private readonly rpc: RpcClient,
  ) {}

  async execute(caller: Caller, params: InputOf<typeof setTyping>): Promise<Record<string, never>> {
    const op = typingOp(params.op);
    const to = typingAddressee(params);
    const reader = this.database.client;
    checkTells(to, await readTypingSettings(reader, caller));
    const question = questionOf(caller, { to, content: '', localId: null, isReadBySender: true });
    const context = await readSendContext(reader, caller.organizationId, question);
    const destination = destinationOf(to, context);
    const { id: user_id, email } = senderOf(context);
    const listenerIds = await this.listeners(caller, destination);
    await this.announce(caller, { op, sender: { user_id, email }, to: placeOf(destination), listenerIds });
    return {};
  }

  private async listeners({ organizationId }: Caller, destination: Destination): Promise<number[]> {
    const reader = this.database.client;
    if (destination.kind === 'direct') {
      const ids = destination.participants.map(({ id }) => id);
      return readListeners(reader, organizationId, { users: ids });
    }
    const { id: channel, subscriberCount } = destination.channel;
    return tellsOfTyping(subscriberCount) ? readListeners(reader, organizationId, { channel }) : [];
  }

  private async announce({ organizationId }: Caller, payload: TypingChanged): Promise<void> {
    if (payload.listenerIds.length === 0) return;
    const call = { organizationId, type: typingChanged.type, payload };
    const { accepted } = await this.rpc.call(announceUnlogged, call, SYSTEM_VISITOR);
    if (!accepted) throw apiErrors.unavailable();
  }
}

/** @throws badRequest for whoever keeps it to himself. */
function checkTells(to: Addressee, settings: TypingSettings): void {
  if (to.kind === 'channel' && !settings.tellsChannels) throw disabled('channel');
  if (to.kind === 'direct' && !settings.tellsPeople) throw disabled('direct');
}

function disabled(kind: 'channel' | 'direct') {
  return apiErrors.badRequest({ msg: `User has disabled typing notifications for ${kind} messages` });
}

function placeOf(destination: Destination): TypingChanged['to'] {
  if (destination.kind === 'channel') return { kind: 'channel', channelId: destination.channel.id, topic: destination.topic };
  return { kind: 'direct', recipients: destination.participants.map(({ id, email }) => ({ user_id: id, email })) };
}
