import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type InputOf, isAdministrator, type OutputOf } from '@parley/contracts';
import { channelFolderUpdated, channelNameKey, type updateChannelFolder } from '@parley/contracts/channels';
import { EventLog } from '@parley/event-log';
import { renderDescription } from '@parley/markdown';
import { isColumnId, type Tx } from '@parley/persistence';
import { checkNameIsFree, folderName } from './folder-name.js';

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
      const folder = isColumnId(id) ? await tx.channelFolder.findFirst({ where: { organizationId, id } }) : null;
      if (folder === null) throw apiErrors.invalidChannelFolderId();
      const changes = {
        ...(name === undefined || name === folder.name ? {} : { name }),
        ...(description === undefined || description === folder.description ? {} : { description }),
        ...(isArchived === undefined || isArchived === folder.isArchived ? {} : { isArchived }),
      };
      if (Object.keys(changes).length === 0) return;
      if (changes.name !== undefined) await checkNameIsFree(tx, organizationId, changes.name, id);
      if (changes.isArchived === true) await checkIsEmpty(tx, organizationId, id);
      const naming = changes.name === undefined ? {} : { nameKey: channelNameKey(changes.name) };
      const rendering = changes.description === undefined ? {} : { renderedDescription: renderDescription(changes.description) };
      await tx.channelFolder.update({ where: { id, organizationId }, data: { ...changes, ...naming, ...rendering } });
      log.append(channelFolderUpdated, { folderId: id, data: wireChanges({ ...changes, ...rendering }) });
    });
    return {};
  }
}

/** Archived channels count too: otherwise an unarchived channel could be in an archived folder. */
async function checkIsEmpty(tx: Tx, organizationId: number, folderId: number): Promise<void> {
  const held = await tx.channel.count({ where: { organizationId, folderId } });
  if (held > 0) throw apiErrors.channelFolderNotEmpty();
}

interface Changes {
  readonly name?: string;
  readonly description?: string;
  readonly renderedDescription?: string;
  readonly isArchived?: boolean;
}

function wireChanges({ name, description, renderedDescription, isArchived }: Changes) {
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(renderedDescription === undefined ? {} : { rendered_description: renderedDescription }),
    ...(isArchived === undefined ? {} : { is_archived: isArchived }),
  };
}
