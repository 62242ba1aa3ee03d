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
    const asked = params.include_subscribers;
    const wantedSubscribers = typeof asked === 'boolean' ? (asked ? 'true' : 'false') : asked;
    const { subscriptions } = await ownChannels(this.database.client, caller, { wantedSubscribers, wantsArchived: false });
    return { subscriptions: subscriptions.sort(byName) };
  }
}
