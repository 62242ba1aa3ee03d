import { Injectable } from '@nestjs/common';
import { readViewer } from '@parley/access';
import { apiErrors, type Caller, type InputOf, type OutputOf } from '@parley/contracts';
import type { getReadReceipts } from '@parley/contracts/messaging';
import { organizationSettings } from '@parley/contracts/organization';
import { HistoryDatabase, organizationById } from '@parley/persistence';
import { readersOf } from './reading.repository.js';

/** GET /messages/{message_id}/read_receipts: the users who have the message, received or in their history, and have read it. */
@Injectable()
export class GetReadReceipts {
  constructor(private readonly database: HistoryDatabase) {}

  async execute(caller: Caller, { message_id: messageId }: InputOf<typeof getReadReceipts>): Promise<OutputOf<typeof getReadReceipts>> {
    const reader = this.database.direct;
    const organization = await organizationById(reader, caller.organizationId);
    if (!organizationSettings(organization?.settings ?? {}).enable_read_receipts) {
      throw apiErrors.readReceiptsDisabled();
    }
    const viewer = await readViewer(reader, caller);
    const readers = await readersOf(reader, viewer, messageId);
    if (readers === undefined) throw apiErrors.invalidMessages();
    return { user_ids: readers };
  }
}
