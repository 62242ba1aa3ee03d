import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type InputOf, isAdministrator, type OutputOf } from '@parley/contracts';
import { channelFolderUpdated, type updateChannelFolder } from '@parley/contracts/channels';
import { EventLog } from '@parley/event-log';
import { renderDescription } from '@parley/markdown';
import type { Tx } from '@parley/persistence';
import { checkNameIsFree, folderName } from './folder-name.js';
import { countChannelsInFolder, type FolderChanges, folderById, updateFolder } from './folders.repository.js';

type Params = InputOf<typeof updateChannelFolder>;

/** PATCH /channel_folders/{channel_folder_id}. One event with all changed properties. */
@Injectable()
export class UpdateChannelFolder {
  constructor(private readonly eventLog: EventLog) {}

  async execute(caller: Caller, params: Params): Promise<OutputOf<typeof updateChannelFolder>> {
    if (!isAdministrator(caller.role)) throw apiErrors.administratorsOnly();
    const { organizationId } = caller;
    const { channel_folder_id: id, description, is_archived: isArchived } = params;
    const name = params.name === undefined ? undefined : folderName(params.name);
    await this.eventLog.change(organizationId, async (tx, log) => {
      const folder = await folderById(tx, organizationId, id);
      if (folder === undefined) throw apiErrors.invalidChannelFolderId();
      const changes = {
        ...(name === undefined || name === folder.name ? {} : { name }),
        ...(description === undefined || description === folder.description ? {} : { description }),
        ...(isArchived === undefined || isArchived === folder.isArchived ? {} : { isArchived }),
      };
      if (Object.keys(changes).length === 0) return;
      if (changes.name !== undefined) await checkNameIsFree(tx, organizationId, changes.name, id);
      if (changes.isArchived === true) await checkIsEmpty(tx, organizationId, id);
      const rendering = changes.description === undefined ? {} : { renderedDescription: renderDescription(changes.description) };
      const stored = { ...changes, ...rendering };
      await updateFolder(tx, organizationId, id, stored);
      log.append(channelFolderUpdated, { folderId: id, data: wireChanges(stored) });
    });
    return {};
  }
}

/** Archived channels count too: otherwise an unarchived channel could be in an archived folder. */
async function checkIsEmpty(tx: Tx, organizationId: number, folderId: number): Promise<void> {
  if ((await countChannelsInFolder(tx, organizationId, folderId)) > 0) throw apiErrors.channelFolderNotEmpty();
}

function wireChanges({ name, description, renderedDescription, isArchived }: FolderChanges) {
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(renderedDescription === undefined ? {} : { rendered_description: renderedDescription }),
    ...(isArchived === undefined ? {} : { is_archived: isArchived }),
  };
}
