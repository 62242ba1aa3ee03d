import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type OutputOf } from '@parley/contracts';
import type { getChannelId } from '@parley/contracts/channels';
import { Database } from '@parley/persistence';
import { visibleChannel } from './visible-channels.js';

/** The id of a channel by name, if the caller may see the channel. */
@Injectable()
export class GetChannelId {
  constructor(private readonly database: Database) {}

  async execute(caller: Caller, name: string): Promise<OutputOf<typeof getChannelId>> {
    const found = await visibleChannel(this.database.direct, caller, { name });
    if (found === undefined) throw apiErrors.invalidChannelName({ name });
    return { stream_id: found.channel.id };
  }
}
