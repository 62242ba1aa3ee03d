import { Injectable } from '@nestjs/common';
import type { CallOf, OutputOf } from '@parley/contracts';
import type { createDefaultChannelGroup } from '@parley/contracts/channels';
import { EventLog } from '@parley/event-log';
import {
  checkChannelsForGroup,
  checkedGroupName,
  checkGroupNameIsFree,
  checkManagesDefaultGroups,
  logDefaultGroups,
} from '../default-groups/default-groups.js';
import { insertDefaultGroup } from '../default-groups/default-groups.repository.js';
import { idsInOrder } from './ids-in-order.js';
import { namedChannels } from './named-channels.js';

/** POST /default_stream_groups/create */
@Injectable()
export class CreateDefaultGroup {
  constructor(private readonly eventLog: EventLog) {}

  async execute({ caller, params }: CallOf<typeof createDefaultChannelGroup>): Promise<OutputOf<typeof createDefaultChannelGroup>> {
    const { organizationId } = caller;
    checkManagesDefaultGroups(caller);
    const name = checkedGroupName(params.group_name);
    return this.eventLog.change(organizationId, async (tx, log) => {
      await checkGroupNameIsFree(tx, organizationId, name);
      const channels = await namedChannels(tx, caller, params.stream_names);
      await checkChannelsForGroup(tx, organizationId, channels, name);
      const group = { name, description: params.description, channelIds: idsInOrder(channels) };
      const id = await insertDefaultGroup(tx, organizationId, group);
      await logDefaultGroups(tx, log, organizationId);
      return { group_id: id };
    });
  }
}
