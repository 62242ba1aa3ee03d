import type { ChannelFolderObject } from '@parley/contracts/channels';
import type { Reader } from '@parley/persistence';

/** The organization's channel folders in wire format, in their order. */
export async function channelFolders(
  reader: Reader,
  organizationId: number,
  { includeArchived }: { includeArchived: boolean },
): Promise<ChannelFolderObject[]> {
  const rows = await reader.channelFolder.findMany({
    where: { organizationId, ...(includeArchived ? {} : { isArchived: false }) },
    orderBy: [{ place: 'asc' }, { id: 'asc' }],
  });
  return rows.map((folder) => ({
    id: folder.id,
    name: folder.name,
    description: folder.description,
    rendered_description: folder.renderedDescription,
    order: folder.place,
    date_created: Math.floor(folder.createdAt.getTime() / 1000),
    creator_id: folder.creatorId,
    is_archived: folder.isArchived,
  }));
}
