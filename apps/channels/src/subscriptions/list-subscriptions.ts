import { Injectable } from '@nestjs/common';
import { type Caller, type InputOf, type listSubscriptions, type OutputOf } from '@parley/contracts';
import { Database } from '@parley/persistence';
import { byName } from '../channels/by-name.js';
import { ownChannels } from './own-channels.js';

/** The caller's subscriptions, by name. */
@Injectable()
export class ListSubscriptions {
  constructor(private readonly database: Database) {}

  async execute(caller: Caller, params: InputOf<typeof listSubscriptions>): Promise<OutputOf<typeof listSubscriptions>> {
    const wantsSubscribers = params.include_subscribers !== 'false' && params.include_subscribers !== false;
    const { subscriptions } = await ownChannels(this.database.client, caller, { wantsSubscribers, wantsArchived: false });
    return { subscriptions: subscriptions.sort(byName) };
  }
}
