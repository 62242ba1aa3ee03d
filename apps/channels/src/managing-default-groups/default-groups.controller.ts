import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import {
  createDefaultChannelGroup,
  deleteDefaultChannelGroup,
  updateDefaultChannelGroup,
  updateDefaultChannelGroupChannels,
} from '@parley/contracts/channels';
import { Serves } from '@parley/rpc';
import { CreateDefaultGroup } from './create-default-group.js';
import { DeleteDefaultGroup } from './delete-default-group.js';
import { UpdateDefaultGroup } from './update-default-group.js';
import { UpdateDefaultGroupChannels } from './update-default-group-channels.js';

@Controller()
export class DefaultGroupsController {
  constructor(
    private readonly creating: CreateDefaultGroup,
    private readonly updating: UpdateDefaultGroup,
    private readonly updatingChannels: UpdateDefaultGroupChannels,
    private readonly deleting: DeleteDefaultGroup,
  ) {}

  @Serves(createDefaultChannelGroup)
  createDefaultChannelGroup(call: CallOf<typeof createDefaultChannelGroup>) {
    return this.creating.execute(call);
  }

  @Serves(updateDefaultChannelGroup)
  updateDefaultChannelGroup(call: CallOf<typeof updateDefaultChannelGroup>) {
    return this.updating.execute(call);
  }

  @Serves(updateDefaultChannelGroupChannels)
  updateDefaultChannelGroupChannels(call: CallOf<typeof updateDefaultChannelGroupChannels>) {
    return this.updatingChannels.execute(call);
  }

  @Serves(deleteDefaultChannelGroup)
  deleteDefaultChannelGroup({ caller, params }: CallOf<typeof deleteDefaultChannelGroup>) {
    return this.deleting.execute(caller, params.group_id);
  }
}
