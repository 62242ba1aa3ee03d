import { Module } from '@nestjs/common';
import { OrganizationAddresses } from '@parley/runtime';
import { CheckInvitedChannels } from './check-invited-channels.js';
import { CreateChannel } from './create-channel.js';
import { GetIsSubscribed } from './get-is-subscribed.js';
import { ListChannelsOfUser } from './list-channels-of-user.js';
import { ListSubscriptions } from './list-subscriptions.js';
import { RecountSubscribers } from './recount-subscribers.js';
import { Subscribe } from './subscribe.js';
import { SubscribeNewAccount } from './subscribe-new-account.js';
import { SubscriptionsController } from './subscriptions.controller.js';
import { Unsubscribe } from './unsubscribe.js';
import { UpdateSubscriptionProperties } from './update-subscription-properties.js';
import { UpdateSubscriptions } from './update-subscriptions.js';

@Module({
  controllers: [SubscriptionsController],
  providers: [
    CheckInvitedChannels,
    CreateChannel,
    GetIsSubscribed,
    ListChannelsOfUser,
    ListSubscriptions,
    OrganizationAddresses,
    RecountSubscribers,
    Subscribe,
    SubscribeNewAccount,
    Unsubscribe,
    UpdateSubscriptionProperties,
    UpdateSubscriptions,
  ],
})
export class SubscriptionsModule {}
