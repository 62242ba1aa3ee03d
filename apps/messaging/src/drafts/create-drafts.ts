import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type InputOf, type OutputOf } from '@parley/contracts';
import { type createDrafts, DRAFTS_PER_EVENT, draftsCreated, MAX_DRAFTS } from '@parley/contracts/messaging';
import { EventLog } from '@parley/event-log';
import { checkRecipients } from './check-recipients.js';
import { checkSynchronization } from './check-synchronization.js';
import { checkedDraft } from './checked-draft.js';
import { countDrafts, storeDrafts } from './drafts.repository.js';

/** POST /drafts. */
@Injectable()
export class CreateDrafts {
  constructor(private readonly eventLog: EventLog) {}

  async execute(caller: Caller, params: InputOf<typeof createDrafts>): Promise<OutputOf<typeof createDrafts>> {
    const { organizationId, userId } = caller;
    const now = Math.floor(Date.now() / 1000);
    const drafts = params.drafts.map((draft) => checkedDraft(userId, draft, now));
    return this.eventLog.change(organizationId, async (tx, log) => {
      await checkSynchronization(tx, caller);
      await checkRecipients(tx, caller, drafts);
      const kept = await countDrafts(tx, organizationId, userId);
      if (kept + drafts.length > MAX_DRAFTS) throw apiErrors.tooManyDrafts({ limit: MAX_DRAFTS });
      const created = await storeDrafts(tx, caller, drafts);
      for (let first = 0; first < created.length; first += DRAFTS_PER_EVENT) {
        log.append(draftsCreated, { userId, drafts: created.slice(first, first + DRAFTS_PER_EVENT) });
      }
      return { ids: created.map(({ id }) => id) };
    });
  }
}
