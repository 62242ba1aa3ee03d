import { Injectable } from '@nestjs/common';
import { type Caller, getChannelId } from '@parley/contracts';
import { RpcClient } from '@parley/rpc';

/** Resolves the names of a bot's default channels. The channels service decides which channels the caller may know about. */
@Injectable()
export class NamedChannels {
  constructor(private readonly rpc: RpcClient) {}

  /**
   * Undefined: no name was given. Null: the empty name, which means no channel. @throws badRequest for a channel that is hidden from
   * the caller
   */
  async idOf(caller: Caller, name: string | undefined): Promise<number | null | undefined> {
    if (name === undefined) return undefined;
    if (name === '') return null;
    const { stream_id } = await this.rpc.call(getChannelId, { stream: name }, caller);
    return stream_id;
  }
}
