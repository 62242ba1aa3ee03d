import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type InputOf, LIMITS, type OutputOf } from '@parley/contracts';
import { type createReminder, MAX_REMINDERS, reminderCreated } from '@parley/contracts/messaging';
import { type ChangeLog, EventLog } from '@parley/event-log';
import type { Tx } from '@parley/persistence';
import { OrganizationAddresses } from '@parley/runtime';
import { checkedDeliveryTime } from '../due-times/checked-delivery-time.js';
import { noteDue } from '../due-times/due-times.repository.js';
import { MessageRenderer, type RenderInChange } from '../rendering/message-renderer.js';
import { reminderContent } from './reminded-message.js';
import { countReminders, reminderObjectOf, storeReminder } from './reminders.repository.js';
import { renderReminder } from './render-reminder.js';

type Params = InputOf<typeof createReminder>;

/** POST /reminders. */
@Injectable()
export class CreateReminder {
  constructor(
    private readonly eventLog: EventLog,
    private readonly renderer: MessageRenderer,
    private readonly addresses: OrganizationAddresses,
  ) {}

  async execute(caller: Caller, params: Params): Promise<OutputOf<typeof createReminder>> {
    const dueAt = checkedDeliveryTime(params.scheduled_delivery_timestamp);
    const note = checkedNote(params.note ?? '');
    const reminder = { messageId: params.message_id, dueAt, note };
    const id = await this.renderer.around(caller, (render) =>
      this.eventLog.change(caller.organizationId, (tx, log) => this.create(tx, log, caller, reminder, render)),
    );
    return { reminder_id: id };
  }

  private async create(
    tx: Tx,
    log: ChangeLog,
    caller: Caller,
    reminder: { readonly messageId: number; readonly dueAt: number; readonly note: string },
    render: RenderInChange,
  ): Promise<number> {
    const { organizationId, userId } = caller;
    const text = await reminderContent(tx, this.addresses, caller, reminder.messageId, reminder.note);
    if (text === undefined) throw apiErrors.invalidMessages();
    if ((await countReminders(tx, caller)) >= MAX_REMINDERS) throw apiErrors.tooManyReminders({ limit: MAX_REMINDERS });
    const written = { ...reminder, content: text.content, rendered: await renderReminder(tx, caller, text, render) };
    const id = await storeReminder(tx, caller, written);
    await noteDue(tx, organizationId, reminder.dueAt);
    log.append(reminderCreated, { userId, reminder: reminderObjectOf({ ...written, id, userId, failed: false }) });
    return id;
  }
}

const LONE_SURROGATES = /\p{Surrogate}/gu;

/** @throws reminderNoteTooLong @throws reminderNoteHasNullBytes */
function checkedNote(input: string): string {
  const note = input.trimEnd().replace(/^\n+/, '').replace(LONE_SURROGATES, '\ufffd');
  const limit = LIMITS.max_reminder_note_length;
  if ([...note].length > limit) throw apiErrors.reminderNoteTooLong({ limit });
  if (note.includes('\0')) throw apiErrors.reminderNoteHasNullBytes();
  return note;
}
