import { Injectable } from '@nestjs/common';
import { peopleViewer, strangersAmong } from '@parley/access';
import { apiErrors, type Caller, type OutputOf } from '@parley/contracts';
import type { listChannelMembers } from '@parley/contracts/channels';
import { Database, subscribersOf } from '@parley/persistence';
import { visibleChannel } from './visible-channels.js';

/** The subscribers of a channel that the caller may see. Only users whom the caller may see. */
@Injectable()
export class ListChannelMembers {
  constructor(private readonly database: Database) {}

  async execute(caller: Caller, channelId: number): Promise<OutputOf<typeof listChannelMembers>> {
    const found = await visibleChannel(this.database.direct, caller, { id: channelId });
    if (found === undefined) throw apiErrors.invalidChannelId();
    const [subscribers] = await subscribersOf(this.database.direct, caller.organizationId, [channelId]);
    const ids = subscribers?.userIds ?? [];
    const strangers = await strangersAmong(this.database.direct, peopleViewer(caller), ids);
    return { subscribers: ids.filter((id) => !strangers.has(id)) };
  }
}
