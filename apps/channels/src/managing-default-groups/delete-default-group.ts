import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type OutputOf } from '@parley/contracts';
import type { deleteDefaultChannelGroup } from '@parley/contracts/channels';
import { EventLog } from '@parley/event-log';
import { checkManagesDefaultGroups, logDefaultGroups } from '../default-groups/default-groups.js';
import { deleteDefaultGroup } from '../default-groups/default-groups.repository.js';

/** DELETE /default_stream_groups/{group_id} */
@Injectable()
export class DeleteDefaultGroup {
  constructor(private readonly eventLog: EventLog) {}

  async execute(caller: Caller, id: number): Promise<OutputOf<typeof deleteDefaultChannelGroup>> {
    const { organizationId } = caller;
    checkManagesDefaultGroups(caller);
    await this.eventLog.change(organizationId, async (tx, log) => {
      if (!(await deleteDefaultGroup(tx, organizationId, id))) throw apiErrors.noSuchDefaultGroup({ id });
      await logDefaultGroups(tx, log, organizationId);
    });
    return {};
  }
}
