import { Injectable } from '@nestjs/common';
import { erasableUser } from '@parley/access';
import type { InputOf, OutputOf } from '@parley/contracts';
import { type erasePersonalMessages, MESSAGES_PER_EVENT } from '@parley/contracts/messaging';
import { EventLog } from '@parley/event-log';
import { Database } from '@parley/persistence';
import { raiseVersion } from '../alert-words/alert-words.repository.js';
import { deleteAttachments } from '../attachments/delete-attachments.js';
import { removeMessages } from '../deleting/remove-messages.js';
import { DeleteExport } from '../exports/delete-export.js';
import { deletePersonalRows, deleteSomeFlags, oldestMessagesOf, unlinkedUploadsOf } from './erasing.repository.js';

const UPLOADS = 500;

/** Deletes what a deactivated user wrote for themselves and, if wanted, the messages that they sent. Running it again does no harm. */
@Injectable()
export class ErasePersonalMessages {
  constructor(
    private readonly database: Database,
    private readonly eventLog: EventLog,
    private readonly exports: DeleteExport,
  ) {}

  /** @throws noSuchUser @throws accountActive */
  async execute({
    organizationId,
    userId,
    messages,
  }: InputOf<typeof erasePersonalMessages>): Promise<OutputOf<typeof erasePersonalMessages>> {
    await erasableUser(this.database.direct, organizationId, userId);
    const deletedMessages = messages ? await this.deleteMessages(organizationId, userId) : 0;
    if (deletedMessages > 0) return { deletedMessages, hasMore: true };
    while (await this.database.transaction((tx) => deleteSomeFlags(tx, organizationId, userId)));
    await this.eventLog.change(organizationId, async (tx, log) => {
      await erasableUser(tx, organizationId, userId);
      await deletePersonalRows(tx, organizationId, userId);
      await raiseVersion(tx, organizationId);
      await deleteAttachments(tx, log, organizationId, await unlinkedUploadsOf(tx, organizationId, userId, UPLOADS));
    });
    // The last step of erasing does it again. An organization service of the version before does not.
    await this.exports.removeOutdated(organizationId);
    return { deletedMessages, hasMore: false };
  }

  /** As many as one event may contain. */
  private deleteMessages(organizationId: number, userId: number): Promise<number> {
    return this.eventLog.change(organizationId, async (tx, log) => {
      await erasableUser(tx, organizationId, userId);
      const ids = await oldestMessagesOf(tx, organizationId, userId, MESSAGES_PER_EVENT);
      await removeMessages(tx, log, organizationId, ids);
      return ids.length;
    });
  }
}
