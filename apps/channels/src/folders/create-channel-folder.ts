import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type InputOf, isAdministrator, type OutputOf } from '@parley/contracts';
import { channelFolderCreated, type createChannelFolder } from '@parley/contracts/channels';
import { EventLog } from '@parley/event-log';
import { renderDescription } from '@parley/markdown';
import { checkNameIsFree, folderName } from './folder-name.js';
import { channelFolders, insertFolder } from './folders.repository.js';

/** Creates a folder after all others. */
@Injectable()
export class CreateChannelFolder {
  constructor(private readonly eventLog: EventLog) {}

  execute(caller: Caller, params: InputOf<typeof createChannelFolder>): Promise<OutputOf<typeof createChannelFolder>> {
    if (!isAdministrator(caller.role)) throw apiErrors.administratorsOnly();
    const { organizationId, userId: creatorId } = caller;
    const { description } = params;
    const name = folderName(params.name);
    return this.eventLog.change(organizationId, async (tx, log) => {
      await checkNameIsFree(tx, organizationId, name);
      const renderedDescription = renderDescription(description);
      const id = await insertFolder(tx, organizationId, { creatorId, name, description, renderedDescription });
      const folder = (await channelFolders(tx, organizationId, { includeArchived: false })).find((one) => one.id === id);
      if (folder === undefined) throw new Error(`channel folder ${id} was not stored`);
      log.append(channelFolderCreated, { folder });
      return { channel_folder_id: id };
    });
  }
}
