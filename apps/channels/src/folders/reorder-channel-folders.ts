import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type InputOf, isAdministrator, type OutputOf } from '@parley/contracts';
import { channelFoldersReordered, type reorderChannelFolders } from '@parley/contracts/channels';
import { EventLog } from '@parley/event-log';
import { channelFolders, reorderFolders } from './folders.repository.js';

/** PATCH /channel_folders. Renumbers the given folders from 0. Archived folders that are not given keep their position. */
@Injectable()
export class ReorderChannelFolders {
  constructor(private readonly eventLog: EventLog) {}

  async execute(caller: Caller, { order }: InputOf<typeof reorderChannelFolders>): Promise<OutputOf<typeof reorderChannelFolders>> {
    if (!isAdministrator(caller.role)) throw apiErrors.administratorsOnly();
    const { organizationId } = caller;
    await this.eventLog.change(organizationId, async (tx, log) => {
      const folders = await channelFolders(tx, organizationId, { includeArchived: true });
      checkOrder(order, folders);
      const currentOrder = new Map(folders.map((folder) => [folder.id, folder.order]));
      if (order.every((id, index) => currentOrder.get(id) === index)) return;
      await reorderFolders(tx, organizationId, order);
      log.append(channelFoldersReordered, { order });
    });
    return {};
  }
}

/** All unarchived folders must be listed, each once, and no unknown ones. */
function checkOrder(order: readonly number[], folders: readonly { readonly id: number; readonly is_archived: boolean }[]): void {
  const named = new Set(order);
  const known = new Set(folders.map((folder) => folder.id));
  const isWhole = folders.every((folder) => folder.is_archived || named.has(folder.id));
  if (named.size !== order.length || !isWhole || !order.every((id) => known.has(id))) {
    throw apiErrors.invalidChannelFolderOrder();
  }
}
