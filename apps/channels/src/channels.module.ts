import { Module } from '@nestjs/common';
import { EventLogModule } from '@parley/event-log';
import { JobsModule } from '@parley/jobs';
import { PersistenceModule } from '@parley/persistence';
import { OrganizationAddresses } from '@parley/runtime';
import { RefreshActivity } from './activity/refresh-activity.js';
import { AddDefaultChannel } from './channels/add-default-channel.js';
import { ArchiveChannel } from './channels/archive-channel.js';
import { ChannelSettingsController } from './channels/channel-settings.controller.js';
import { ChannelsController } from './channels/channels.controller.js';
import { CreateChannel } from './channels/create-channel.js';
import { GetChannel } from './channels/get-channel.js';
import { GetChannelId } from './channels/get-channel-id.js';
import { ListChannelMembers } from './channels/list-channel-members.js';
import { ListChannels } from './channels/list-channels.js';
import { ListTopics } from './channels/list-topics.js';
import { RemoveDefaultChannel } from './channels/remove-default-channel.js';
import { UpdateChannel } from './channels/update-channel.js';
import { ChannelFoldersController } from './folders/channel-folders.controller.js';
import { CreateChannelFolder } from './folders/create-channel-folder.js';
import { ListChannelFolders } from './folders/list-channel-folders.js';
import { ReorderChannelFolders } from './folders/reorder-channel-folders.js';
import { UpdateChannelFolder } from './folders/update-channel-folder.js';
import { ReadRegisterPart } from './register/read-register-part.js';
import { RegisterController } from './register/register.controller.js';
import { CheckInvitedChannels } from './subscriptions/check-invited-channels.js';
import { GetIsSubscribed } from './subscriptions/get-is-subscribed.js';
import { ListSubscriptions } from './subscriptions/list-subscriptions.js';
import { RecountSubscribers } from './subscriptions/recount-subscribers.js';
import { Subscribe } from './subscriptions/subscribe.js';
import { SubscribeNewAccount } from './subscriptions/subscribe-new-account.js';
import { SubscriptionsController } from './subscriptions/subscriptions.controller.js';
import { Unsubscribe } from './subscriptions/unsubscribe.js';
import { UpdateSubscriptionProperties } from './subscriptions/update-subscription-properties.js';
import { ChangeMutedTopics } from './topic-visibility/change-muted-topics.js';
import { SetTopicVisibility } from './topic-visibility/set-topic-visibility.js';
import { TopicVisibilityController } from './topic-visibility/topic-visibility.controller.js';

@Module({
  imports: [PersistenceModule.forService('channels'), EventLogModule, JobsModule.forRoot()],
  controllers: [
    ChannelsController,
    ChannelSettingsController,
    SubscriptionsController,
    TopicVisibilityController,
    ChannelFoldersController,
    RegisterController,
  ],
  providers: [
    OrganizationAddresses,
    RecountSubscribers,
    RefreshActivity,
    Subscribe,
    CheckInvitedChannels,
    SubscribeNewAccount,
    Unsubscribe,
    ListSubscriptions,
    ListChannels,
    GetChannel,
    GetChannelId,
    ListTopics,
    ListChannelMembers,
    SetTopicVisibility,
    ChangeMutedTopics,
    ListChannelFolders,
    CreateChannelFolder,
    UpdateChannelFolder,
    ReorderChannelFolders,
    CreateChannel,
    UpdateChannel,
    ArchiveChannel,
    AddDefaultChannel,
    RemoveDefaultChannel,
    GetIsSubscribed,
    UpdateSubscriptionProperties,
    ReadRegisterPart,
  ],
})
export class ChannelsModule {}
