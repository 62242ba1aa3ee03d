import { Injectable } from '@nestjs/common';
import type { Caller, InputOf } from '@parley/contracts';
import type { listSubscriptions } from '@parley/contracts/channels';
import { Database } from '@parley/persistence';
import { RawJson } from '@parley/rpc';
import { byName } from '../channels/by-name.js';
import { ownChannels, serializedList } from './own-channels.js';

/** The caller's subscriptions, ordered by name. */
@Injectable()
export class ListSubscriptions {
  constructor(private readonly database: Database) {}

  async execute(caller: Caller, params: InputOf<typeof listSubscriptions>): Promise<RawJson> {
    const requested = params.include_subscribers;
    const wantedSubscribers = typeof requested === 'boolean' ? (requested ? 'true' : 'false') : requested;
    const { subscriptions } = await ownChannels(this.database.client, caller, { wantedSubscribers, wantsArchived: false });
    return RawJson.object({ subscriptions: serializedList(subscriptions.sort(byName)) });
  }
}
