import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type InputOf } from '@parley/contracts';
import { type deleteDraft, draftRemoved } from '@parley/contracts/messaging';
import { EventLog } from '@parley/event-log';
import { checkSynchronization } from './read-drafts.js';

/** DELETE /drafts/{draft_id}. */
@Injectable()
export class DeleteDraft {
  constructor(private readonly eventLog: EventLog) {}

  async execute(caller: Caller, { draft_id: draftId }: InputOf<typeof deleteDraft>): Promise<Record<string, never>> {
    const { organizationId, userId } = caller;
    await this.eventLog.change(organizationId, async (tx, log) => {
      await checkSynchronization(tx, caller);
      const removed = await tx.$executeRaw`
        DELETE FROM draft WHERE id = ${draftId}::bigint AND user_id = ${userId} AND organization_id = ${organizationId}`;
      if (removed === 0) throw apiErrors.draftUnknown();
      log.append(draftRemoved, { userId, draftId });
    });
    return {};
  }
}
