import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type InputOf } from '@parley/contracts';
import { type editScheduledMessage, scheduledMessageUpdated } from '@parley/contracts/messaging';
import { type ChangeLog, EventLog } from '@parley/event-log';
import type { Tx } from '@parley/persistence';
import { checkedContent } from '../composing/message-content.js';
import { addresseeOf } from '../destinations/addressee.js';
import { checkedDeliveryTime } from '../due-times/checked-delivery-time.js';
import { noteDue } from '../due-times/due-times.repository.js';
import { MessageRenderer, type RenderInChange } from '../rendering/message-renderer.js';
import { ComposeDraft, readyMessage } from '../sending/compose-draft.js';
import { type ScheduledText, scheduledMessageObjectOf, scheduledText } from './schedule.js';
import { readSchedule, replaceSchedule, type StoredSchedule } from './scheduled-messages.repository.js';

type Params = InputOf<typeof editScheduledMessage>;

/** PATCH /scheduled_messages/{scheduled_message_id}. The text and the recipients are checked again if one of them changes. */
@Injectable()
export class EditScheduledMessage {
  constructor(
    private readonly eventLog: EventLog,
    private readonly composing: ComposeDraft,
    private readonly renderer: MessageRenderer,
  ) {}

  async execute(caller: Caller, params: Params): Promise<Record<string, never>> {
    checkRequest(params);
    if (params.scheduled_delivery_timestamp !== undefined) checkedDeliveryTime(params.scheduled_delivery_timestamp);
    await this.renderer.around(caller, (render) =>
      this.eventLog.change(caller.organizationId, (tx, log) => this.change(tx, log, caller, params, render)),
    );
    return {};
  }

  private async change(tx: Tx, log: ChangeLog, caller: Caller, params: Params, render: RenderInChange): Promise<void> {
    const { organizationId, userId, clientName } = caller;
    const stored = await readSchedule(tx, organizationId, params.scheduled_message_id);
    if (stored === undefined || stored.userId !== userId) throw apiErrors.noSuchScheduledMessage();
    const { id, failure } = stored;
    const dueAt = params.scheduled_delivery_timestamp ?? stored.dueAt;
    if (failure !== null && params.scheduled_delivery_timestamp === undefined) throw apiErrors.deliveryTimeNotInFuture();
    const text = changesText(params, stored) ? await this.compose(tx, caller, params, stored, render) : stored;
    const before = scheduledMessageObjectOf(id, stored, failure !== null);
    const after = scheduledMessageObjectOf(id, { ...text, dueAt }, false);
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    await replaceSchedule(tx, organizationId, id, { ...stored, ...text, dueAt, clientName });
    await noteDue(tx, organizationId, dueAt);
    log.append(scheduledMessageUpdated, { userId, scheduledMessage: after });
  }

  private async compose(tx: Tx, caller: Caller, params: Params, stored: StoredSchedule, render: RenderInChange): Promise<ScheduledText> {
    const { type = stored.type, to = stored.to, topic = stored.topic, content = stored.content } = params;
    const draft = { to: addresseeOf({ type, to, topic }), content: checkedContent(content), localId: null, isReadBySender: false };
    return scheduledText(readyMessage(await this.composing.execute(tx, caller, draft, render)).message);
  }
}

function checkRequest({ type, to, topic, content, scheduled_delivery_timestamp: time }: Params): void {
  const isEmpty = [type, to, topic, content, time].every((value) => value === undefined);
  if (isEmpty) throw apiErrors.nothingToChange();
  if (type !== undefined && to === undefined) throw apiErrors.scheduledTypeNeedsRecipient();
  if ((type === 'channel' || type === 'stream') && topic === undefined) throw apiErrors.scheduledTypeNeedsTopic();
}

/** The topic of a direct message is ignored. */
function changesText({ type, to, topic, content }: Params, stored: StoredSchedule): boolean {
  const changesTopic = topic !== undefined && stored.type === 'stream';
  return changesTopic || type !== undefined || to !== undefined || content !== undefined;
}
