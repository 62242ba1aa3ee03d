import { channelNameKey } from '@parley/contracts/channels';
import { isColumnId, Prisma, type SqlReader, select, selectRows, type Tx } from '@parley/persistence';
import { z } from 'zod';

const groupRow = z.object({ id: z.int(), name: z.string(), description: z.string(), channelIds: z.array(z.int()) });
export type DefaultGroup = z.infer<typeof groupRow>;

export async function defaultGroupById(reader: SqlReader, organizationId: number, id: number): Promise<DefaultGroup | undefined> {
  if (!isColumnId(id)) return undefined;
  const [group] = await selectRows(
    reader,
    select(
      groupRow,
      Prisma.sql`
        SELECT id, name, description, channel_ids AS "channelIds" FROM default_channel_group
        WHERE organization_id = ${organizationId} AND id = ${id}`,
    ),
  );
  return group;
}

/** The id of the group with this name, case-insensitive. */
export async function defaultGroupIdNamed(tx: Tx, organizationId: number, name: string): Promise<number | undefined> {
  const found = await tx.defaultChannelGroup.findFirst({ where: { organizationId, nameKey: channelNameKey(name) }, select: { id: true } });
  return found?.id;
}

/** Ids of the channels of these groups. Groups that do not exist have none. */
export async function channelIdsOfGroups(tx: Tx, organizationId: number, groupIds: readonly number[]): Promise<number[]> {
  const groups = await tx.defaultChannelGroup.findMany({ where: { organizationId, id: { in: groupIds.filter(isColumnId) } } });
  return groups.flatMap(({ channelIds }) => channelIds);
}

/** Returns its id. */
export async function insertDefaultGroup(tx: Tx, organizationId: number, group: Omit<DefaultGroup, 'id'>): Promise<number> {
  const { name, description, channelIds } = group;
  const { id } = await tx.defaultChannelGroup.create({
    data: { organizationId, name, nameKey: channelNameKey(name), description, channelIds: [...channelIds] },
  });
  return id;
}

export async function updateDefaultGroup(
  tx: Tx,
  organizationId: number,
  { id, name, description, channelIds }: DefaultGroup,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE default_channel_group SET name = ${name}, name_key = ${channelNameKey(name)}, description = ${description},
      channel_ids = ${[...channelIds]}::int[]
    WHERE organization_id = ${organizationId} AND id = ${id}`;
}

/** Returns whether there was one. */
export async function deleteDefaultGroup(tx: Tx, organizationId: number, id: number): Promise<boolean> {
  if (!isColumnId(id)) return false;
  const { count } = await tx.defaultChannelGroup.deleteMany({ where: { organizationId, id } });
  return count > 0;
}

/** Returns whether a group had the channel. */
export async function removeFromDefaultGroups(tx: Tx, organizationId: number, channelId: number): Promise<boolean> {
  const changed = await tx.$executeRaw`
    UPDATE default_channel_group SET channel_ids = array_remove(channel_ids, ${channelId}::int)
    WHERE organization_id = ${organizationId} AND ${channelId}::int = ANY (channel_ids)`;
  return changed > 0;
}
