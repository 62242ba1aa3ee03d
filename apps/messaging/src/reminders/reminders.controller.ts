import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { createReminder, deleteReminder, hideDeletedTexts, listReminders } from '@parley/contracts/messaging';
import { Serves } from '@parley/rpc';
import { CreateReminder } from './create-reminder.js';
import { DeleteReminder } from './delete-reminder.js';
import { HideDeletedTexts } from './hide-deleted-texts.js';
import { ListReminders } from './list-reminders.js';

@Controller()
export class RemindersController {
  constructor(
    private readonly list: ListReminders,
    private readonly creation: CreateReminder,
    private readonly deletion: DeleteReminder,
    private readonly hiding: HideDeletedTexts,
  ) {}

  @Serves(listReminders)
  listReminders(call: CallOf<typeof listReminders>) {
    return this.list.execute(call.caller);
  }

  @Serves(createReminder)
  createReminder(call: CallOf<typeof createReminder>) {
    return this.creation.execute(call.caller, call.params);
  }

  @Serves(deleteReminder)
  deleteReminder(call: CallOf<typeof deleteReminder>) {
    return this.deletion.execute(call.caller, call.params);
  }

  @Serves(hideDeletedTexts)
  hideDeletedTexts({ params }: CallOf<typeof hideDeletedTexts>) {
    return this.hiding.execute(params);
  }
}
