import { Injectable } from '@nestjs/common';
import { readViewer } from '@parley/access';
import { type Caller, enforce, type InputOf } from '@parley/contracts';
import { type addSubmessage, submessageAdded } from '@parley/contracts/messaging';
import { EventLog } from '@parley/event-log';
import { messageWatchersOf } from '../messages/message-watchers.repository.js';
import { placeOfMessage } from '../messages/place-of-message.js';
import { followOnParticipation } from '../topic-visibility/follow-on-participation.js';
import { submessageRefusal } from './submessage.policy.js';
import { attachedTo, storeSubmessage } from './submessages.repository.js';

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
      const submessage = { ...params, id: await storeSubmessage(tx, caller, params), sender_id: caller.userId };
      for (const watchers of await messageWatchersOf(tx, organizationId, message.id)) log.append(submessageAdded, { submessage, watchers });
      await followOnParticipation(tx, log, caller, message.place);
    });
    return {};
  }
}
