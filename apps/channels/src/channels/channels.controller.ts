import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { getChannel, getChannelEmailAddress, getChannelId, listChannelMembers, listChannels, listTopics } from '@parley/contracts/channels';
import { Serves } from '@parley/rpc';
import { GetChannel } from './get-channel.js';
import { GetChannelEmailAddress } from './get-channel-email-address.js';
import { GetChannelId } from './get-channel-id.js';
import { ListChannelMembers } from './list-channel-members.js';
import { ListChannels } from './list-channels.js';
import { ListTopics } from './list-topics.js';

@Controller()
export class ChannelsController {
  constructor(
    private readonly listing: ListChannels,
    private readonly getting: GetChannel,
    private readonly gettingId: GetChannelId,
    private readonly gettingAddress: GetChannelEmailAddress,
    private readonly listingMembers: ListChannelMembers,
    private readonly listingTopics: ListTopics,
  ) {}

  @Serves(listChannels)
  listChannels(call: CallOf<typeof listChannels>) {
    return this.listing.execute(call.caller, call.params);
  }

  @Serves(getChannel)
  getChannel(call: CallOf<typeof getChannel>) {
    return this.getting.execute(call.caller, call.params.stream_id);
  }

  @Serves(getChannelId)
  getChannelId(call: CallOf<typeof getChannelId>) {
    return this.gettingId.execute(call.caller, call.params.stream);
  }

  @Serves(getChannelEmailAddress)
  getChannelEmailAddress(call: CallOf<typeof getChannelEmailAddress>) {
    return this.gettingAddress.execute(call.caller, call.params);
  }

  @Serves(listChannelMembers)
  listChannelMembers(call: CallOf<typeof listChannelMembers>) {
    return this.listingMembers.execute(call.caller, call.params.stream_id);
  }

  @Serves(listTopics)
  listTopics(call: CallOf<typeof listTopics>) {
    return this.listingTopics.execute(call.caller, call.params);
  }
}
