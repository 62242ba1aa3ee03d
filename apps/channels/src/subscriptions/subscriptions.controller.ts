import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import {
  checkInvitedChannels,
  createChannel,
  getIsSubscribed,
  listChannelsOfUser,
  listSubscriptions,
  recountSubscribers,
  subscribe,
  subscribeNewAccount,
  unsubscribe,
  updateSubscriptionProperties,
  updateSubscriptionProperty,
  updateSubscriptions,
} from '@parley/contracts/channels';
import { Serves, ServesRawJson } from '@parley/rpc';
import { CheckInvitedChannels } from './check-invited-channels.js';
import { CreateChannel } from './create-channel.js';
import { GetIsSubscribed } from './get-is-subscribed.js';
import { ListChannelsOfUser } from './list-channels-of-user.js';
import { ListSubscriptions } from './list-subscriptions.js';
import { RecountSubscribers } from './recount-subscribers.js';
import { Subscribe } from './subscribe.js';
import { SubscribeNewAccount } from './subscribe-new-account.js';
import { Unsubscribe } from './unsubscribe.js';
import { UpdateSubscriptionProperties } from './update-subscription-properties.js';
import { UpdateSubscriptions } from './update-subscriptions.js';

@Controller()
export class SubscriptionsController {
  constructor(
    private readonly checkingInvited: CheckInvitedChannels,
    private readonly subscribing: Subscribe,
    private readonly creating: CreateChannel,
    private readonly subscribingNewAccount: SubscribeNewAccount,
    private readonly unsubscribing: Unsubscribe,
    private readonly listing: ListSubscriptions,
    private readonly gettingIsSubscribed: GetIsSubscribed,
    private readonly updatingProperties: UpdateSubscriptionProperties,
    private readonly recounting: RecountSubscribers,
    private readonly listingOfUser: ListChannelsOfUser,
    private readonly updating: UpdateSubscriptions,
  ) {}

  @Serves(checkInvitedChannels)
  checkInvitedChannels(call: CallOf<typeof checkInvitedChannels>) {
    return this.checkingInvited.execute(call.caller, call.params.channelIds);
  }

  @Serves(subscribe)
  subscribe(call: CallOf<typeof subscribe>) {
    return this.subscribing.execute(call.caller, call.params);
  }

  @Serves(createChannel)
  createChannel(call: CallOf<typeof createChannel>) {
    return this.creating.execute(call.caller, call.params);
  }

  @Serves(subscribeNewAccount)
  subscribeNewAccount(call: CallOf<typeof subscribeNewAccount>) {
    return this.subscribingNewAccount.execute(call.params);
  }

  @Serves(unsubscribe)
  unsubscribe(call: CallOf<typeof unsubscribe>) {
    return this.unsubscribing.execute(call.caller, call.params);
  }

  @ServesRawJson(listSubscriptions)
  listSubscriptions(call: CallOf<typeof listSubscriptions>) {
    return this.listing.execute(call.caller, call.params);
  }

  @Serves(getIsSubscribed)
  getIsSubscribed(call: CallOf<typeof getIsSubscribed>) {
    return this.gettingIsSubscribed.execute(call.caller, call.params);
  }

  @Serves(updateSubscriptionProperties)
  updateSubscriptionProperties(call: CallOf<typeof updateSubscriptionProperties>) {
    return this.updatingProperties.execute(call.caller, call.params);
  }

  @Serves(updateSubscriptionProperty)
  updateSubscriptionProperty({ caller, params }: CallOf<typeof updateSubscriptionProperty>) {
    return this.updatingProperties.execute(caller, { subscription_data: [params] });
  }

  @Serves(updateSubscriptions)
  updateSubscriptions(call: CallOf<typeof updateSubscriptions>) {
    return this.updating.execute(call.caller, call.params);
  }

  @Serves(listChannelsOfUser)
  listChannelsOfUser(call: CallOf<typeof listChannelsOfUser>) {
    return this.listingOfUser.execute(call.caller, call.params);
  }

  @Serves(recountSubscribers)
  recountSubscribers({ params }: CallOf<typeof recountSubscribers>) {
    return this.recounting.execute(params.organizationId);
  }
}
