import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import type { updateDefaultChannelGroupChannels } from '@parley/contracts/channels';
import { EventLog } from '@parley/event-log';
import {
  checkChannelsForGroup,
  checkManagesDefaultGroups,
  existingDefaultGroup,
  logDefaultGroups,
} from '../default-groups/default-groups.js';
import { updateDefaultGroup } from '../default-groups/default-groups.repository.js';
import { idsInOrder } from './ids-in-order.js';
import { namedChannels } from './named-channels.js';

type Call = CallOf<typeof updateDefaultChannelGroupChannels>;

/** PATCH /default_stream_groups/{group_id}/streams. All channels, or none if one is refused. */
@Injectable()
export class UpdateDefaultGroupChannels {
  constructor(private readonly eventLog: EventLog) {}

  async execute({ caller, params }: Call): Promise<OutputOf<typeof updateDefaultChannelGroupChannels>> {
    const { organizationId } = caller;
    checkManagesDefaultGroups(caller);
    if (params.op !== 'add' && params.op !== 'remove') throw apiErrors.invalidDefaultGroupOp();
    const adds = params.op === 'add';
    await this.eventLog.change(organizationId, async (tx, log) => {
      const group = await existingDefaultGroup(tx, organizationId, params.group_id);
      const channels = await namedChannels(tx, caller, params.stream_names);
      if (channels.length === 0) return;
      const present = new Set(group.channelIds);
      const wrong = channels.find(({ id }) => present.has(id) === adds);
      if (wrong !== undefined) {
        const names = { channel: wrong.name, group: group.name };
        throw adds ? apiErrors.channelAlreadyInDefaultGroup(names) : apiErrors.channelNotInDefaultGroup(names);
      }
      if (adds) await checkChannelsForGroup(tx, organizationId, channels, group.name);
      const removed = new Set(channels.map(({ id }) => id));
      const channelIds = adds
        ? idsInOrder([...group.channelIds.map((id) => ({ id })), ...channels])
        : group.channelIds.filter((id) => !removed.has(id));
      await updateDefaultGroup(tx, organizationId, { ...group, channelIds });
      await logDefaultGroups(tx, log, organizationId);
    });
    return {};
  }
}
