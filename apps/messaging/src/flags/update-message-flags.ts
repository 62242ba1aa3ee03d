import { Injectable } from '@nestjs/common';
import { readViewer } from '@parley/access';
import { apiErrors, type Caller, type InputOf, type OutputOf } from '@parley/contracts';
import type { updateMessageFlags } from '@parley/contracts/messaging';
import { EventLog } from '@parley/event-log';
import { changeFlags } from './change-flags.js';
import { flagChangeOf, makesUnread } from './flag-change.js';

/** POST /messages/flags. If one message is not visible, nothing changes. */
@Injectable()
export class UpdateMessageFlags {
  constructor(private readonly eventLog: EventLog) {}

  async execute(caller: Caller, params: InputOf<typeof updateMessageFlags>): Promise<OutputOf<typeof updateMessageFlags>> {
    const change = flagChangeOf(params);
    const ids = [...new Set(params.messages)];
    const changed = await this.eventLog.change(caller.organizationId, async (tx, log) => {
      const viewer = await readViewer(tx, caller);
      const outcome = await changeFlags(tx, log, viewer, ids, change);
      if (outcome.visibleIds.length < ids.length) throw apiErrors.invalidMessages();
      return outcome;
    });
    const settled = new Set(changed.settledIds);
    return {
      messages: ids.filter((id) => settled.has(id)),
      ...(makesUnread(change) && { ignored_because_not_subscribed_channels: [...changed.ignoredChannelIds] }),
    };
  }
}
