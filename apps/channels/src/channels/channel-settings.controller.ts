import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { addDefaultChannel, archiveChannel, removeDefaultChannel, updateChannel } from '@parley/contracts/channels';
import { Serves } from '@parley/rpc';
import { AddDefaultChannel } from './add-default-channel.js';
import { ArchiveChannel } from './archive-channel.js';
import { RemoveDefaultChannel } from './remove-default-channel.js';
import { UpdateChannel } from './update-channel.js';

@Controller()
export class ChannelSettingsController {
  constructor(
    private readonly updating: UpdateChannel,
    private readonly archiving: ArchiveChannel,
    private readonly addingDefault: AddDefaultChannel,
    private readonly removingDefault: RemoveDefaultChannel,
  ) {}

  @Serves(updateChannel)
  updateChannel(call: CallOf<typeof updateChannel>) {
    return this.updating.execute(call.caller, call.params);
  }

  @Serves(archiveChannel)
  archiveChannel(call: CallOf<typeof archiveChannel>) {
    return this.archiving.execute(call.caller, call.params.stream_id);
  }

  @Serves(addDefaultChannel)
  addDefaultChannel(call: CallOf<typeof addDefaultChannel>) {
    return this.addingDefault.execute(call.caller, call.params.stream_id);
  }

  @Serves(removeDefaultChannel)
  removeDefaultChannel(call: CallOf<typeof removeDefaultChannel>) {
    return this.removingDefault.execute(call.caller, call.params.stream_id);
  }
}
