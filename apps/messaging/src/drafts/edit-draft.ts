import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type InputOf } from '@parley/contracts';
import { draftUpdated, type editDraft } from '@parley/contracts/messaging';
import { EventLog } from '@parley/event-log';
import { checkRecipients } from './check-recipients.js';
import { checkSynchronization } from './check-synchronization.js';
import { checkedDraft } from './checked-draft.js';
import { replaceDraft } from './drafts.repository.js';

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
      if (!(await replaceDraft(tx, caller, params.draft_id, draft))) throw apiErrors.noSuchDraft();
      log.append(draftUpdated, { userId, draft: { id: params.draft_id, ...draft } });
    });
    return {};
  }
}
