import { Injectable } from '@nestjs/common';
import type { Caller, OutputOf } from '@parley/contracts';
import type { removeDefaultChannel } from '@parley/contracts/channels';
import { EventLog } from '@parley/event-log';
import { channelToDefault, dropDefaultChannel } from './default-channels.js';

/** New users are no longer subscribed to the channel. */
@Injectable()
export class RemoveDefaultChannel {
  constructor(private readonly eventLog: EventLog) {}

  async execute(caller: Caller, channelId: number): Promise<OutputOf<typeof removeDefaultChannel>> {
    await this.eventLog.change(caller.organizationId, async (tx, log) => {
      await channelToDefault(tx, caller, channelId);
      await dropDefaultChannel(tx, log, caller.organizationId, channelId);
    });
    return {};
  }
}
