import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type InputOf, type OutputOf } from '@parley/contracts';
import type { deleteAttachment } from '@parley/contracts/messaging';
import { EventLog } from '@parley/event-log';
import { deleteAttachments } from './delete-attachments.js';

const MAX_ID = 2_147_483_647;

/** DELETE /attachments/{attachment_id}: only the caller's own attachments. */
@Injectable()
export class DeleteAttachment {
  constructor(private readonly eventLog: EventLog) {}

  execute(caller: Caller, { attachment_id: id }: InputOf<typeof deleteAttachment>): Promise<OutputOf<typeof deleteAttachment>> {
    const { organizationId, userId: ownerId } = caller;
    return this.eventLog.change(organizationId, async (tx, log) => {
      const isOwn = id <= MAX_ID && (await tx.attachment.count({ where: { organizationId, ownerId, id } })) > 0;
      if (!isOwn) throw apiErrors.invalidAttachment();
      await deleteAttachments(tx, log, organizationId, [id]);
      return {};
    });
  }
}
