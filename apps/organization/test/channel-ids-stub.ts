import { Controller, Module } from '@nestjs/common';
import { apiErrors, type CallOf, getChannelId } from '@parley/contracts';
import { Serves } from '@parley/rpc';

/** Channels that everybody of an organization may know of: `<organization id> <name>` to id. */
export const knownChannels = new Map<string, number>();

/** Stands for the channels service where a name is looked up. */
@Controller()
class ChannelIdsStub {
  @Serves(getChannelId)
  async getChannelId({ caller, params }: CallOf<typeof getChannelId>) {
    const stream_id = knownChannels.get(`${caller.organizationId} ${params.stream}`);
    if (stream_id === undefined) throw apiErrors.badRequest({ msg: `Invalid channel name '${params.stream}'` });
    return { stream_id };
  }
}

@Module({ controllers: [ChannelIdsStub] })
export class ChannelIdsStubModule {}
