import { Injectable } from '@nestjs/common';
import { type Caller, getChannelId } from '@parley/contracts';
import { RpcClient } from '@parley/rpc';

/** Channels that somebody names as where his bot sends or listens. The channels service says which he may know of. */
@Injectable()
export class NamedChannels {
  constructor(private readonly rpc: RpcClient) {}

  /** Undefined: none was named; null: the empty name, for no channel. @throws badRequest for one that the caller knows nothing of. */
  async idOf(caller: Caller, name: string | undefined): Promise<number | null | undefined> {
    if (name === undefined) return undefined;
    if (name === '') return null;
    const { stream_id } = await this.rpc.call(getChannelId, { stream: name }, caller);
    return stream_id;
  }
}
