import { Injectable } from '@nestjs/common';
import type { Caller, InputOf, OutputOf } from '@parley/contracts';
import type { listChannelFolders } from '@parley/contracts/channels';
import { Database } from '@parley/persistence';
import { channelFolders } from './folders.repository.js';

@Injectable()
export class ListChannelFolders {
  constructor(private readonly database: Database) {}

  async execute(caller: Caller, params: InputOf<typeof listChannelFolders>): Promise<OutputOf<typeof listChannelFolders>> {
    const includeArchived = params.include_archived;
    return { channel_folders: await channelFolders(this.database.direct, caller.organizationId, { includeArchived }) };
  }
}
