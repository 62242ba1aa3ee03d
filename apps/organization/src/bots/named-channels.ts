import { Injectable } from '@nestjs/common';
import type { Caller } from '@parley/contracts';
import { getChannelId } from '@parley/contracts/channels';
import { RpcClient } from '@parley/rpc';

/** Resolves the names of a bot's default channels. The channels service decides which channels the caller may know about. */
@Injectable()
export class NamedChannels {
  constructor(private readonly rpc: RpcClient) {}

  /**
   * Returns undefined if no name was given, and null for the empty name, which means no channel.
   * @throws invalidChannelName if there is no such channel or the caller may not see it
   */
  async idOf(caller: Caller, name: string | undefined): Promise<number | null | undefined> {
    if (name === undefined) return undefined;
    if (name === '') return null;
    const { stream_id } = await this.rpc.call(getChannelId, { stream: name }, caller);
    return stream_id;
  }
}
