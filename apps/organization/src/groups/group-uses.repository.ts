import { CHANNEL_GROUP_SETTING_NAMES } from '@parley/contracts/channels';
import { ORGANIZATION_PERMISSION_NAMES, USER_GROUP_SETTING_NAMES } from '@parley/contracts/organization';
import { Prisma, rows, type SqlReader } from '@parley/persistence';
import { z } from 'zod';

const groupUse = z.object({
  of: z.enum(['organization', 'channel', 'group']),
  /** Id of the organization, channel or group that the settings belong to. */
  id: z.int(),
  /** Wire names, ascending. */
  settings: z.array(z.string()),
});
/** Permissions that a group has, directly or as a part of an anonymous group. */
export type GroupUse = z.infer<typeof groupUse>;

const idRow = z.object({ id: z.int() });

/** The permissions of the group in the organization. Archived channels and deactivated groups are omitted. */
export function permissionsOfGroup(reader: SqlReader, organizationId: number, groupId: number): Promise<GroupUse[]> {
  return rows(
    reader,
    groupUse,
    Prisma.sql`
    WITH holder (id) AS (
      SELECT ${groupId}::text
      UNION SELECT s.group_id::text FROM user_group_subgroup s JOIN user_group g ON g.id = s.group_id AND g.name IS NULL
        WHERE s.organization_id = ${organizationId} AND s.subgroup_id = ${groupId} AND g.organization_id = ${organizationId}
    ), setting (rank, "of", id, name, value) AS (
      SELECT 1, 'organization', o.id, stored.key, stored.value FROM organization o, jsonb_each_text(o.settings) stored
        WHERE o.id = ${organizationId} AND stored.key = ANY (${[...ORGANIZATION_PERMISSION_NAMES]}::text[])
      UNION ALL
      SELECT 2, 'channel', c.id, stored.key, stored.value FROM channel c, jsonb_each_text(to_jsonb(c)) stored
        WHERE c.organization_id = ${organizationId} AND NOT c.is_archived AND stored.key = ANY (${[...CHANNEL_GROUP_SETTING_NAMES]}::text[])
      UNION ALL
      SELECT 3, 'group', g.id, stored.key, stored.value FROM user_group g, jsonb_each_text(g.settings) stored
        WHERE g.organization_id = ${organizationId} AND NOT g.is_deactivated AND stored.key = ANY (${[...USER_GROUP_SETTING_NAMES]}::text[])
    )
    SELECT "of", id, array_agg(name ORDER BY name) AS settings
    FROM setting WHERE value IN (SELECT id FROM holder) GROUP BY rank, "of", id ORDER BY rank, id`,
  );
}

/** Ids of active named groups that directly contain the group. Ascending. */
export async function activeSupergroups(reader: SqlReader, organizationId: number, groupId: number): Promise<number[]> {
  const found = await rows(
    reader,
    idRow,
    Prisma.sql`
    SELECT g.id FROM user_group_subgroup s JOIN user_group g ON g.id = s.group_id
    WHERE s.organization_id = ${organizationId} AND g.organization_id = ${organizationId} AND s.subgroup_id = ${groupId}
      AND g.name IS NOT NULL AND NOT g.is_deactivated
    ORDER BY g.id`,
  );
  return found.map(({ id }) => id);
}

/** Private channels that members of the group can see because of it. Also archived channels. Ascending. */
export async function channelsRevealedBy(reader: SqlReader, organizationId: number, groupId: number): Promise<number[]> {
  const found = await rows(
    reader,
    idRow,
    Prisma.sql`
    WITH RECURSIVE above (id) AS (
      SELECT ${groupId}::int UNION SELECT s.group_id FROM above JOIN user_group_subgroup s
        ON s.organization_id = ${organizationId} AND s.subgroup_id = above.id
    )
    SELECT c.id FROM channel c
    WHERE c.organization_id = ${organizationId} AND c.is_private AND EXISTS (
      SELECT FROM above WHERE above.id IN (c.can_administer_channel_group, c.can_subscribe_group, c.can_add_subscribers_group))
    ORDER BY c.id`,
  );
  return found.map(({ id }) => id);
}
