import { Injectable } from '@nestjs/common';
import type { Caller, InputOf } from '@parley/contracts';
import type { listSubscriptions } from '@parley/contracts/channels';
import { channelsWithOwnSubscription, Database, selectTogether } from '@parley/persistence';
import { RawJson } from '@parley/rpc';
import { byName } from '../channels/by-name.js';
import { ownChannels, selectsForChannels, serializedList } from './own-channels.js';

/** The caller's subscriptions, ordered by name. */
@Injectable()
export class ListSubscriptions {
  constructor(private readonly database: Database) {}

  async execute(caller: Caller, params: InputOf<typeof listSubscriptions>): Promise<RawJson> {
    const requested = params.include_subscribers;
    const wantedSubscribers = typeof requested === 'boolean' ? (requested ? 'true' : 'false') : requested;
    const { direct } = this.database;
    const all = await channelsWithOwnSubscription(direct, caller.organizationId, caller.userId);
    const groups = await selectTogether(direct, selectsForChannels(caller, all));
    const { subscriptions } = await ownChannels(direct, caller, { all, groups, options: { wantedSubscribers, wantsArchived: false } });
    return RawJson.object({ subscriptions: serializedList(subscriptions.sort(byName)) });
  }
}
