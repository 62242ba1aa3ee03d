import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type InputOf, isAdministrator, type OutputOf } from '@parley/contracts';
import { channelFolderCreated, channelNameKey, type createChannelFolder } from '@parley/contracts/channels';
import { EventLog } from '@parley/event-log';
import { renderDescription } from '@parley/markdown';
import { channelFolders } from './channel-folders.js';
import { checkNameIsFree, folderName } from './folder-name.js';

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
      const { _max } = await tx.channelFolder.aggregate({ where: { organizationId }, _max: { place: true } });
      const { id } = await tx.channelFolder.create({
        data: {
          organizationId,
          name,
          nameKey: channelNameKey(name),
          description,
          renderedDescription: renderDescription(description),
          place: (_max.place ?? -1) + 1,
          creatorId,
        },
      });
      const folder = (await channelFolders(tx, organizationId, { includeArchived: false })).find((one) => one.id === id);
      if (folder === undefined) throw new Error(`channel folder ${id} was not stored`);
      log.append(channelFolderCreated, { folder });
      return { channel_folder_id: id };
    });
  }
}
