import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type InputOf, type OutputOf } from '@parley/contracts';
import type { deleteAttachment } from '@parley/contracts/messaging';
import { EventLog } from '@parley/event-log';
import { ownsAttachment } from './attachments.repository.js';
import { deleteAttachments } from './delete-attachments.js';

/** DELETE /attachments/{attachment_id}: only the caller's own attachments. */
@Injectable()
export class DeleteAttachment {
  constructor(private readonly eventLog: EventLog) {}

  execute(caller: Caller, { attachment_id: id }: InputOf<typeof deleteAttachment>): Promise<OutputOf<typeof deleteAttachment>> {
    const { organizationId } = caller;
    return this.eventLog.change(organizationId, async (tx, log) => {
      if (!(await ownsAttachment(tx, caller, id))) throw apiErrors.invalidAttachment();
      await deleteAttachments(tx, log, organizationId, [id]);
      return {};
    });
  }
}
