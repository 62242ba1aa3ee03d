import { Injectable } from '@nestjs/common';
import { type Caller, SYSTEM_VISITOR } from '@parley/contracts';
import { readBotConfig } from '@parley/contracts/organization';
import { RpcClient } from '@parley/rpc';

/** What owners set for their bots. It is asked for each time, because it contains secrets, which this service does not keep. */
@Injectable()
export class BotConfigs {
  constructor(private readonly rpc: RpcClient) {}

  async of({ organizationId, userId: botId }: Caller): Promise<Readonly<Record<string, string>>> {
    const { config } = await this.rpc.call(readBotConfig, { organizationId, botId }, SYSTEM_VISITOR);
    return config;
  }
}
