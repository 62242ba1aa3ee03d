import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type InputOf } from '@parley/contracts';
import { draftUpdated, type editDraft } from '@parley/contracts/messaging';
import { EventLog } from '@parley/event-log';
import { checkRecipients } from './check-recipients.js';
import { checkedDraft } from './checked-draft.js';
import { checkSynchronization } from './read-drafts.js';

/** PATCH /drafts/{draft_id}. */
@Injectable()
export class EditDraft {
  constructor(private readonly eventLog: EventLog) {}

  async execute(caller: Caller, params: InputOf<typeof editDraft>): Promise<Record<string, never>> {
    const { organizationId, userId } = caller;
    const draft = checkedDraft(userId, params.draft, Math.floor(Date.now() / 1000));
    await this.eventLog.change(organizationId, async (tx, log) => {
      await checkSynchronization(tx, caller);
      await checkRecipients(tx, caller, [draft]);
      const { type, to, topic, content, timestamp } = draft;
      const changed = await tx.$executeRaw`
        UPDATE draft SET type = ${type}, recipient_ids = ${to}::int[], topic = ${topic}, content = ${content}, edited_at = ${timestamp}
        WHERE id = ${params.draft_id}::bigint AND user_id = ${userId} AND organization_id = ${organizationId}`;
      if (changed === 0) throw apiErrors.draftUnknown();
      log.append(draftUpdated, { userId, draft: { id: params.draft_id, ...draft } });
    });
    return {};
  }
}
