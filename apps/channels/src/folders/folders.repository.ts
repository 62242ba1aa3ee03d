import { type ChannelFolderObject, channelFolderObject, channelNameKey } from '@parley/contracts/channels';
import { isColumnId, Prisma, type Reader, type SqlReader, select, selectRows, type Tx } from '@parley/persistence';

/** In stored form. */
export interface FolderChanges {
  readonly name?: string;
  readonly description?: string;
  readonly renderedDescription?: string;
  readonly isArchived?: boolean;
}

/** The organization's channel folders in wire format, in their order. */
export function selectChannelFolders(organizationId: number, { includeArchived }: { includeArchived: boolean }) {
  return select(
    channelFolderObject,
    Prisma.sql`
      SELECT id, name, description, rendered_description, place AS "order", floor(extract(epoch FROM created_at))::int AS date_created,
        creator_id, is_archived
      FROM channel_folder
      WHERE organization_id = ${organizationId} AND (${includeArchived}::boolean OR NOT is_archived) ORDER BY place, id`,
  );
}

export function channelFolders(
  reader: SqlReader,
  organizationId: number,
  which: { includeArchived: boolean },
): Promise<ChannelFolderObject[]> {
  return selectRows(reader, selectChannelFolders(organizationId, which));
}

export async function folderById(reader: Reader, organizationId: number, id: number) {
  return isColumnId(id) ? ((await reader.channelFolder.findFirst({ where: { organizationId, id } })) ?? undefined) : undefined;
}

/** The id of the folder with this name, case-insensitive. */
export async function folderIdNamed(reader: Reader, organizationId: number, name: string): Promise<number | undefined> {
  const found = await reader.channelFolder.findFirst({ where: { organizationId, nameKey: channelNameKey(name) }, select: { id: true } });
  return found?.id;
}

/** By id. */
export async function folderNames(reader: Reader, organizationId: number, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const folders = await reader.channelFolder.findMany({
    where: { organizationId, id: { in: [...ids] } },
    select: { id: true, name: true },
  });
  return new Map(folders.map(({ id, name }) => [id, name]));
}

/** Includes archived channels. */
export function countChannelsInFolder(reader: Reader, organizationId: number, folderId: number): Promise<number> {
  return reader.channel.count({ where: { organizationId, folderId } });
}

/** After all others. Returns its id. */
export async function insertFolder(
  tx: Tx,
  organizationId: number,
  folder: { readonly creatorId: number; readonly name: string; readonly description: string; readonly renderedDescription: string },
): Promise<number> {
  const { _max } = await tx.channelFolder.aggregate({ where: { organizationId }, _max: { place: true } });
  const place = (_max.place ?? -1) + 1;
  const { id } = await tx.channelFolder.create({ data: { organizationId, ...folder, nameKey: channelNameKey(folder.name), place } });
  return id;
}

export async function updateFolder(tx: Tx, organizationId: number, id: number, changes: FolderChanges): Promise<void> {
  const naming = changes.name === undefined ? {} : { nameKey: channelNameKey(changes.name) };
  await tx.channelFolder.update({ where: { id, organizationId }, data: { ...changes, ...naming } });
}

/** Numbers the folders from 0, in this order. */
export async function reorderFolders(tx: Tx, organizationId: number, order: readonly number[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE channel_folder f SET place = wanted.place - 1
    FROM unnest(${[...order]}::int[]) WITH ORDINALITY AS wanted (id, place)
    WHERE f.id = wanted.id AND f.organization_id = ${organizationId}`;
}
