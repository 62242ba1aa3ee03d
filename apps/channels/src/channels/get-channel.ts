import { Injectable } from '@nestjs/common';
import { channelObjects } from '@parley/access';
import { apiErrors, type Caller, type OutputOf } from '@parley/contracts';
import type { getChannel } from '@parley/contracts/channels';
import { Database } from '@parley/persistence';
import { visibleChannel } from './visible-channels.js';

/** One channel that the caller may see. */
@Injectable()
export class GetChannel {
  constructor(private readonly database: Database) {}

  async execute(caller: Caller, channelId: number): Promise<OutputOf<typeof getChannel>> {
    const found = await visibleChannel(this.database.direct, caller, { id: channelId });
    if (found === undefined) throw apiErrors.invalidChannelId();
    const [stream] = await channelObjects(this.database.direct, caller.organizationId, [found.channel]);
    if (stream === undefined) throw apiErrors.invalidChannelId();
    return { stream };
  }
}
