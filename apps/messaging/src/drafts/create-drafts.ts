import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type InputOf, type OutputOf } from '@parley/contracts';
import { type createDrafts, DRAFTS_PER_EVENT, type DraftObject, draftsCreated, MAX_DRAFTS } from '@parley/contracts/messaging';
import { EventLog } from '@parley/event-log';
import type { Tx } from '@parley/persistence';
import { checkRecipients } from './check-recipients.js';
import { type CheckedDraft, checkedDraft } from './checked-draft.js';
import { checkSynchronization } from './read-drafts.js';

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
      const kept = await tx.draft.count({ where: { organizationId, userId } });
      if (kept + drafts.length > MAX_DRAFTS) throw apiErrors.tooManyDrafts({ limit: MAX_DRAFTS });
      const created = await store(tx, caller, drafts);
      for (let first = 0; first < created.length; first += DRAFTS_PER_EVENT) {
        log.append(draftsCreated, { userId, drafts: created.slice(first, first + DRAFTS_PER_EVENT) });
      }
      return { ids: created.map(({ id }) => id) };
    });
  }
}

/** Ids ascend in the order of the drafts. */
async function store(tx: Tx, { organizationId, userId }: Caller, drafts: readonly CheckedDraft[]): Promise<DraftObject[]> {
  const rows = await tx.draft.createManyAndReturn({
    data: drafts.map(({ to, timestamp, ...draft }) => ({ ...draft, organizationId, userId, recipientIds: to, editedAt: timestamp })),
    select: { id: true },
  });
  const ids = rows.map(({ id }) => id).sort((a, b) => a - b);
  return ids.flatMap((id, index) => {
    const draft = drafts[index];
    return draft === undefined ? [] : [{ id, ...draft }];
  });
}
