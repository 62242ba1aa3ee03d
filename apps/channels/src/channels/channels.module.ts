import { Module } from '@nestjs/common';
import { AddDefaultChannel } from './add-default-channel.js';
import { ArchiveChannel } from './archive-channel.js';
import { ChannelSettingsController } from './channel-settings.controller.js';
import { ChannelsController } from './channels.controller.js';
import { GetChannel } from './get-channel.js';
import { GetChannelEmailAddress } from './get-channel-email-address.js';
import { GetChannelId } from './get-channel-id.js';
import { ListChannelMembers } from './list-channel-members.js';
import { ListChannels } from './list-channels.js';
import { ListTopics } from './list-topics.js';
import { RemoveDefaultChannel } from './remove-default-channel.js';
import { UpdateChannel } from './update-channel.js';

@Module({
  controllers: [ChannelsController, ChannelSettingsController],
  providers: [
    AddDefaultChannel,
    ArchiveChannel,
    GetChannel,
    GetChannelEmailAddress,
    GetChannelId,
    ListChannelMembers,
    ListChannels,
    ListTopics,
    RemoveDefaultChannel,
    UpdateChannel,
  ],
})
export class ChannelsModule {}
