import { Injectable } from '@nestjs/common';
import { readViewer } from '@parley/access';
import type { Caller, InputOf, OutputOf } from '@parley/contracts';
import type { updateMessageFlagsForNarrow } from '@parley/contracts/messaging';
import { EventLog } from '@parley/event-log';
import { HistoryDatabase } from '@parley/persistence';
import { findRange } from '../reading/find-range.js';
import { changeFlags } from './change-flags.js';
import { flagChangeOf, makesUnread } from './flag-change.js';

/**
 * POST /messages/flags/narrow: changes the messages that GET /messages returns for the same range. They are searched before the change,
 * since a change blocks the sends of its organization. What may be done with each message is decided inside it, on current rows.
 */
@Injectable()
export class UpdateFlagsForNarrow {
  constructor(
    private readonly eventLog: EventLog,
    private readonly history: HistoryDatabase,
  ) {}

  async execute(
    caller: Caller,
    params: InputOf<typeof updateMessageFlagsForNarrow>,
  ): Promise<OutputOf<typeof updateMessageFlagsForNarrow>> {
    const change = flagChangeOf(params);
    const requested = {
      anchor: params.anchor,
      anchorDate: params.anchor_date,
      includeAnchor: params.include_anchor,
      numBefore: params.num_before,
      numAfter: params.num_after,
      narrow: params.narrow,
    };
    const { range } = await findRange(this.history.direct, await readViewer(this.history.direct, caller), requested);
    return this.eventLog.change(caller.organizationId, async (tx, log) => {
      const viewer = await readViewer(tx, caller);
      const { changedIds, ignoredChannelIds } = await changeFlags(tx, log, viewer, range.ids, change);
      return {
        processed_count: range.ids.length,
        updated_count: changedIds.length,
        first_processed_id: range.ids.at(0) ?? null,
        last_processed_id: range.ids.at(-1) ?? null,
        found_oldest: range.foundOldest,
        found_newest: range.foundNewest,
        ...(makesUnread(change) && { ignored_because_not_subscribed_channels: [...ignoredChannelIds] }),
      };
    });
  }
}
