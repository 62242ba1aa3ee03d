import { Controller } from '@nestjs/common';
import { type CallOf, listSubscriptions, subscribe, unsubscribe } from '@parley/contracts';
import { Serves } from '@parley/rpc';
import { ListSubscriptions } from './list-subscriptions.js';
import { Subscribe } from './subscribe.js';
import { Unsubscribe } from './unsubscribe.js';

@Controller()
export class SubscriptionsController {
  constructor(
    private readonly subscribing: Subscribe,
    private readonly unsubscribing: Unsubscribe,
    private readonly listing: ListSubscriptions,
  ) {}

  @Serves(subscribe)
  subscribe(call: CallOf<typeof subscribe>) {
    return this.subscribing.execute(call.caller, call.params);
  }

  @Serves(unsubscribe)
  unsubscribe(call: CallOf<typeof unsubscribe>) {
    return this.unsubscribing.execute(call.caller, call.params);
  }

  @Serves(listSubscriptions)
  listSubscriptions(call: CallOf<typeof listSubscriptions>) {
    return this.listing.execute(call.caller, call.params);
  }
}
