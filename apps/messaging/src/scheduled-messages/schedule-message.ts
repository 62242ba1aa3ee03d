import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type InputOf, type OutputOf } from '@parley/contracts';
import { MAX_SCHEDULED_MESSAGES, messageScheduled, type scheduleMessage } from '@parley/contracts/messaging';
import { EventLog } from '@parley/event-log';
import { Database } from '@parley/persistence';
import { checkedContent } from '../composing/message-content.js';
import { addresseeOf } from '../destinations/addressee.js';
import { checkedDeliveryTime } from '../due-times/checked-delivery-time.js';
import { noteDue } from '../due-times/due-times.repository.js';
import { MessageRenderer } from '../rendering/message-renderer.js';
import { ComposeDraft, readyMessage } from '../sending/compose-draft.js';
import { isReadBySender } from '../sending/draft.js';
import { type ScheduledText, scheduledMessageObjectOf, scheduledText } from './schedule.js';
import { countSchedules, storeSchedule } from './scheduled-messages.repository.js';

type Params = InputOf<typeof scheduleMessage>;

/** POST /scheduled_messages. The message is composed as if it were sent now, so that its writer learns at once why they may not send it. */
@Injectable()
export class ScheduleMessage {
  constructor(
    private readonly database: Database,
    private readonly eventLog: EventLog,
    private readonly composing: ComposeDraft,
    private readonly renderer: MessageRenderer,
  ) {}

  async execute(caller: Caller, params: Params): Promise<OutputOf<typeof scheduleMessage>> {
    const dueAt = checkedDeliveryTime(params.scheduled_delivery_timestamp);
    const draft = { to: addresseeOf(params), content: checkedContent(params.content), localId: null, isReadBySender: false };
    const composed = await this.composing.execute(this.database.direct, caller, draft, (job) => this.renderer.render(caller, job));
    const text = scheduledText(readyMessage(composed).message);
    const schedule = { ...text, dueAt, clientName: caller.clientName, readBySender: isReadAtOnce(caller, params, text) };
    return this.eventLog.change(caller.organizationId, async (tx, log) => {
      if ((await countSchedules(tx, caller)) >= MAX_SCHEDULED_MESSAGES) {
        throw apiErrors.tooManyScheduledMessages({ limit: MAX_SCHEDULED_MESSAGES });
      }
      const id = await storeSchedule(tx, caller, schedule);
      await noteDue(tx, caller.organizationId, dueAt);
      log.append(messageScheduled, { userId: caller.userId, scheduledMessage: scheduledMessageObjectOf(id, schedule, false) });
      return { scheduled_message_id: id };
    });
  }
}

/** A message that its writer alone receives is a kind of reminder, so it arrives unread. */
function isReadAtOnce({ clientName, userId }: Caller, { read_by_sender: requested }: Params, { type, to }: ScheduledText): boolean {
  const isToSelf = type === 'private' && to.every((id) => id === userId);
  return requested ?? (!isToSelf && isReadBySender(clientName, undefined));
}
