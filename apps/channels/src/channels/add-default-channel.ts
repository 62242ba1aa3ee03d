import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type OutputOf } from '@parley/contracts';
import type { addDefaultChannel } from '@parley/contracts/channels';
import { EventLog } from '@parley/event-log';
import { addDefaultChannels, channelToDefault } from './default-channels.js';

/** New users are subscribed to default channels. */
@Injectable()
export class AddDefaultChannel {
  constructor(private readonly eventLog: EventLog) {}

  async execute(caller: Caller, channelId: number): Promise<OutputOf<typeof addDefaultChannel>> {
    await this.eventLog.change(caller.organizationId, async (tx, log) => {
      const channel = await channelToDefault(tx, caller, channelId);
      if (channel.isPrivate) throw apiErrors.privateChannelCannotBeDefault();
      await addDefaultChannels(tx, log, caller.organizationId, [channelId]);
    });
    return {};
  }
}
