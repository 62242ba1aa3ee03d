import { Controller, Module } from '@nestjs/common';
import { apiErrors, type CallOf } from '@parley/contracts';
import { getChannelId } from '@parley/contracts/channels';
import { Serves } from '@parley/rpc';

/** Channels that all users of an organization can see: `<organization id> <name>` to id. */
export const knownChannels = new Map<string, number>();

/** Replaces the channels service for lookups by name. */
@Controller()
class ChannelIdsStub {
  @Serves(getChannelId)
  async getChannelId({ caller, params }: CallOf<typeof getChannelId>) {
    const stream_id = knownChannels.get(`${caller.organizationId} ${params.stream}`);
    if (stream_id === undefined) throw apiErrors.invalidChannelName({ name: params.stream });
    return { stream_id };
  }
}

@Module({ controllers: [ChannelIdsStub] })
export class ChannelIdsStubModule {}
