import { Injectable } from '@nestjs/common';
import { readViewer } from '@parley/access';
import { type Caller, enforce, type InputOf } from '@parley/contracts';
import { type addSubmessage, submessageAdded } from '@parley/contracts/messaging';
import { EventLog } from '@parley/event-log';
import { type Tx } from '@parley/persistence';
import { messageWatchersOf } from '../messages/message-watchers.repository.js';
import { type PlacedMessage, placeOfMessage } from '../messages/place-of-message.js';
import { followOnParticipation } from '../topic-visibility/follow-on-participation.js';
import { type Attached, submessageRefusal } from './submessage.policy.js';

/** POST /submessage. Users who may see the message may vote, once its sender has made it a widget. */
@Injectable()
export class AddSubmessage {
  constructor(private readonly eventLog: EventLog) {}

  async execute(caller: Caller, params: InputOf<typeof addSubmessage>): Promise<Record<string, never>> {
    const { organizationId } = caller;
    await this.eventLog.change(organizationId, async (tx, log) => {
      const message = await placeOfMessage(tx, await readViewer(tx, caller), params.message_id);
      const isAuthor = caller.userId === message.senderId;
      enforce(submessageRefusal(isAuthor, await attachedTo(tx, organizationId, message), params));
      const submessage = { ...params, id: await store(tx, caller, params), sender_id: caller.userId };
      for (const watchers of await messageWatchersOf(tx, organizationId, message.id)) log.append(submessageAdded, { submessage, watchers });
      await followOnParticipation(tx, log, caller, message.place);
    });
    return {};
  }
}

async function attachedTo(tx: Tx, organizationId: number, { id, senderId }: PlacedMessage): Promise<Attached> {
  const [attached] = await tx.$queryRaw<Attached[]>`
    SELECT (array_agg(content ORDER BY id))[1] AS first, coalesce(sum(length(content)), 0)::float8 AS characters,
      coalesce(bool_or(sender_id = ${senderId}), false) AS "isBySender"
    FROM submessage WHERE organization_id = ${organizationId} AND message_id = ${id}`;
  if (attached === undefined) throw new Error('an aggregate returned no row');
  return attached;
}

async function store(tx: Tx, { organizationId, userId }: Caller, params: InputOf<typeof addSubmessage>): Promise<number> {
  const { message_id: messageId, msg_type: msgType, content } = params;
  const row = await tx.submessage.create({ data: { organizationId, messageId, senderId: userId, msgType, content } });
  return Number(row.id);
}
