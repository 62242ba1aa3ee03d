import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { createChannelFolder, listChannelFolders, reorderChannelFolders, updateChannelFolder } from '@parley/contracts/channels';
import { Serves } from '@parley/rpc';
import { CreateChannelFolder } from './create-channel-folder.js';
import { ListChannelFolders } from './list-channel-folders.js';
import { ReorderChannelFolders } from './reorder-channel-folders.js';
import { UpdateChannelFolder } from './update-channel-folder.js';

@Controller()
export class ChannelFoldersController {
  constructor(
    private readonly listing: ListChannelFolders,
    private readonly creating: CreateChannelFolder,
    private readonly updating: UpdateChannelFolder,
    private readonly reordering: ReorderChannelFolders,
  ) {}

  @Serves(listChannelFolders)
  listChannelFolders(call: CallOf<typeof listChannelFolders>) {
    return this.listing.execute(call.caller, call.params);
  }

  @Serves(createChannelFolder)
  createChannelFolder(call: CallOf<typeof createChannelFolder>) {
    return this.creating.execute(call.caller, call.params);
  }

  @Serves(updateChannelFolder)
  updateChannelFolder(call: CallOf<typeof updateChannelFolder>) {
    return this.updating.execute(call.caller, call.params);
  }

  @Serves(reorderChannelFolders)
  reorderChannelFolders(call: CallOf<typeof reorderChannelFolders>) {
    return this.reordering.execute(call.caller, call.params);
  }
}
