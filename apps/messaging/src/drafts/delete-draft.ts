import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type InputOf } from '@parley/contracts';
import { type deleteDraft, draftRemoved } from '@parley/contracts/messaging';
import { EventLog } from '@parley/event-log';
import { checkSynchronization } from './check-synchronization.js';
import { removeDraft } from './drafts.repository.js';

/** Only for users who keep their drafts on the server. */
@Injectable()
export class DeleteDraft {
  constructor(private readonly eventLog: EventLog) {}

  async execute(caller: Caller, { draft_id: draftId }: InputOf<typeof deleteDraft>): Promise<Record<string, never>> {
    const { organizationId, userId } = caller;
    await this.eventLog.change(organizationId, async (tx, log) => {
      await checkSynchronization(tx, caller);
      if (!(await removeDraft(tx, caller, draftId))) throw apiErrors.noSuchDraft();
      log.append(draftRemoved, { userId, draftId });
    });
    return {};
  }
}
