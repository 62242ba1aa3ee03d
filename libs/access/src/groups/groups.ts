import { ROLES } from '@parley/contracts';
import type { GroupSettingValue } from '@parley/contracts/channels';
import { constant, dbInts, firstRow, PREPARED, Prisma, rows, type Select, type SqlReader, select, selectRows } from '@parley/persistence';
import { z } from 'zod';
import { inSystemGroup, membershipOf } from './group-membership.sql.js';
import type { PermissionChoices } from './permission-holder.policy.js';

const groupsOfUsersRow = z.object({ userId: z.int(), groupIds: dbInts });

/** The groups among these that each user is in, also through subgroups, in one statement. A group that does not exist has no members. */
export async function groupsOfUsers(
  reader: SqlReader,
  organizationId: number,
  userIds: readonly number[],
  groupIds: readonly number[],
): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  const found = await rows(
    reader,
    groupsOfUsersRow,
    Prisma.sql`
    WITH RECURSIVE person AS (
      SELECT u.id, u.role, u.joined_at FROM user_account u
      WHERE u.organization_id = ${organizationId} AND u.id = ANY (${[...userIds]}::int[]) AND u.is_active
    ), membership (user_id, group_id) AS (${membershipOf(organizationId, Prisma.sql`person`)})
    SELECT user_id AS "userId", array_agg(group_id) AS "groupIds"
    FROM membership WHERE group_id = ANY (${[...groupIds]}::int[]) GROUP BY user_id`,
  );
  return new Map(found.map((row) => [row.userId, new Set(row.groupIds)]));
}

/** Like `groupsOfUsers`, for one user. */
export async function groupsOfUser(
  reader: SqlReader,
  organizationId: number,
  userId: number,
  groupIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const groups = await groupsOfUsers(reader, organizationId, [userId], groupIds);
  return groups.get(userId) ?? new Set();
}

const ownGroupRow = z.object({ groupId: z.int() });

/** All groups of an active user, also through subgroups. */
export function selectGroupsOfUser(organizationId: number, userId: number): Select<typeof ownGroupRow> {
  return select(
    ownGroupRow,
    Prisma.sql`
    WITH RECURSIVE person AS (
      SELECT u.id, u.role, u.joined_at FROM user_account u WHERE u.organization_id = ${organizationId} AND u.id = ${userId} AND u.is_active
    ), membership (user_id, group_id) AS (${membershipOf(organizationId, Prisma.sql`person`)})
    SELECT group_id AS "groupId" FROM membership`,
  );
}

const groupContent = z.object({
  groupId: z.int(),
  /** If `role:fullmembers` is inside, with its members, because a role does not determine them. */
  userIds: dbInts,
  /** The guests among them. */
  guestIds: dbInts,
  /** Their members are determined by role and not listed in `userIds`. */
  systemGroups: z.array(z.string()),
});

/** Content of a group: direct members of it and of its subgroups at any depth, not deactivated, and the system groups in it. */
export type GroupContent = Readonly<z.output<typeof groupContent>>;

export function groupContents(reader: SqlReader, organizationId: number, groupIds: readonly number[]): Promise<GroupContent[]> {
  const isFullMember = inSystemGroup(Prisma.sql`'role:fullmembers'`, Prisma.sql`u.role`, Prisma.sql`u.joined_at`, Prisma.sql`o.settings`);
  return rows(
    reader,
    groupContent,
    Prisma.sql`
    WITH RECURSIVE inside (root, group_id, is_system, name) AS (
      SELECT g.id, g.id, g.is_system_group, g.name FROM user_group g
      WHERE g.organization_id = ${organizationId} AND g.id = ANY (${[...groupIds]}::int[])
      UNION
      SELECT i.root, g.id, g.is_system_group, g.name
      FROM inside i
      JOIN user_group_subgroup s ON s.organization_id = ${organizationId} AND s.group_id = i.group_id AND NOT i.is_system
      JOIN user_group g ON g.organization_id = ${organizationId} AND g.id = s.subgroup_id
    ), member (root, user_id, is_guest) AS (
      SELECT i.root, u.id, u.role = ${constant(ROLES.guest)} FROM inside i
      JOIN user_group_member m ON m.organization_id = ${organizationId} AND m.group_id = i.group_id
      JOIN user_account u ON u.organization_id = ${organizationId} AND u.id = m.user_id AND u.is_active
      UNION
      SELECT i.root, u.id, false FROM inside i
      JOIN organization o ON o.id = ${organizationId}
      JOIN user_account u ON u.organization_id = o.id AND u.is_active AND ${isFullMember}
      WHERE i.is_system AND i.name = 'role:fullmembers'
    )
    SELECT requested.id AS "groupId",
      coalesce((SELECT array_agg(m.user_id ORDER BY m.user_id) FROM member m WHERE m.root = requested.id), '{}') AS "userIds",
      coalesce((SELECT array_agg(m.user_id ORDER BY m.user_id) FROM member m WHERE m.root = requested.id AND m.is_guest), '{}') AS "guestIds",
      coalesce((SELECT array_agg(DISTINCT i.name) FROM inside i WHERE i.root = requested.id AND i.is_system), '{}') AS "systemGroups"
    FROM unnest(${[...new Set(groupIds)]}::int[]) AS requested (id)`,
  );
}

const groupRow = z.object({
  id: z.int(),
  /** Null for the anonymous group of a setting. */
  name: z.string().nullable(),
  isSystemGroup: z.boolean(),
  isDeactivated: z.boolean(),
  /** Direct members, ascending. Also deactivated ones: the setting contains them until it is changed. */
  memberIds: dbInts,
  /** Direct subgroups, ascending. */
  subgroupIds: dbInts,
});
export type GroupRecord = Readonly<z.output<typeof groupRow>>;

export function groupsById(reader: SqlReader, organizationId: number, groupIds: readonly number[]): Promise<GroupRecord[]> {
  return selectRows(reader, selectGroupsById(organizationId, groupIds));
}

export function selectGroupsById(organizationId: number, groupIds: readonly number[]): Select<typeof groupRow> {
  return selectGroupsWhere(organizationId, Prisma.sql`g.id = ANY (${[...new Set(groupIds)]}::bigint[])`);
}

/** The system groups, and every group that a permission of the organization or of a named group is set to. */
export function selectGroupsInSettings(organizationId: number): Select<typeof groupRow> {
  const idsIn = (settings: Prisma.Sql) => Prisma.sql`
    SELECT v.value::bigint FROM ${settings} AS s (settings), jsonb_each(s.settings) AS v WHERE jsonb_typeof(v.value) = 'number'`;
  return selectGroupsWhere(
    organizationId,
    Prisma.sql`(g.is_system_group OR g.id IN (
      ${idsIn(Prisma.sql`(SELECT o.settings FROM organization o WHERE o.id = ${organizationId})`)}
      UNION ${idsIn(Prisma.sql`(SELECT n.settings FROM user_group n WHERE n.organization_id = ${organizationId} AND n.name IS NOT NULL)`)}))`,
  );
}

export function groupsInSettings(reader: SqlReader, organizationId: number): Promise<GroupRecord[]> {
  return selectRows(reader, selectGroupsInSettings(organizationId));
}

function selectGroupsWhere(organizationId: number, condition: Prisma.Sql): Select<typeof groupRow> {
  return select(
    groupRow,
    Prisma.sql`
    SELECT g.id, g.name, g.is_system_group AS "isSystemGroup", g.is_deactivated AS "isDeactivated",
      coalesce((SELECT array_agg(m.user_id ORDER BY m.user_id) FROM user_group_member m
        WHERE m.organization_id = ${organizationId} AND m.group_id = g.id), '{}') AS "memberIds",
      coalesce((SELECT array_agg(s.subgroup_id ORDER BY s.subgroup_id) FROM user_group_subgroup s
        WHERE s.organization_id = ${organizationId} AND s.group_id = g.id), '{}')
        AS "subgroupIds"
    FROM user_group g
    WHERE g.organization_id = ${organizationId} AND ${condition}`,
  );
}

/** Ids of the system groups by name. */
export function systemGroupsAmong(groups: readonly GroupRecord[]): ReadonlyMap<string, number> {
  return new Map(groups.flatMap(({ id, name, isSystemGroup }) => (isSystemGroup && name !== null ? [[name, id] as const] : [])));
}

const systemGroupIdsRow = z.object({ id: z.int(), name: z.string() });

/** Ids of the organization's system groups by name. */
export async function systemGroupIds(reader: SqlReader, organizationId: number): Promise<ReadonlyMap<string, number>> {
  const found = await rows(
    reader,
    systemGroupIdsRow,
    Prisma.sql`
    SELECT id, name FROM user_group WHERE organization_id = ${organizationId} AND is_system_group`,
  );
  return new Map(found.map((row) => [row.name, row.id]));
}

const storedChoices = z.object({ settings: z.record(z.string(), z.unknown()), systemGroups: z.record(z.string(), z.int()) });

/** What decides which group has a permission of the organization. Empty if it does not exist. */
export async function permissionChoices(reader: SqlReader, organizationId: number): Promise<PermissionChoices> {
  const found = await firstRow(
    reader,
    storedChoices,
    Prisma.sql`
      ${PREPARED} SELECT o.settings, (SELECT json_object_agg(g.name, g.id) FROM user_group g WHERE g.organization_id = o.id AND g.is_system_group) AS "systemGroups"
      FROM organization o WHERE o.id = ${organizationId}`,
  );
  return { settings: found?.settings ?? {}, systemGroups: new Map(Object.entries(found?.systemGroups ?? {})) };
}

/** Wire format of a setting with this group as its value: the id, or the content of an anonymous group. */
export function settingValueOf({ id, name, memberIds, subgroupIds }: GroupRecord): GroupSettingValue {
  return name === null ? { direct_members: [...memberIds], direct_subgroups: [...subgroupIds] } : id;
}

const groupMembersRow = z.object({ id: z.int() });

/** All members of a group, also through subgroups, ascending. Without deactivated users and system bots. */
export async function groupMembers(reader: SqlReader, organizationId: number, groupId: number): Promise<number[]> {
  const isInside = inSystemGroup(Prisma.sql`i.name`, Prisma.sql`u.role`, Prisma.sql`u.joined_at`, Prisma.sql`o.settings`);
  const found = await rows(
    reader,
    groupMembersRow,
    Prisma.sql`
    WITH RECURSIVE inside (group_id, is_system, name) AS (
      SELECT g.id, g.is_system_group, g.name FROM user_group g WHERE g.organization_id = ${organizationId} AND g.id = ${groupId}
      UNION
      SELECT g.id, g.is_system_group, g.name
      FROM inside i JOIN user_group_subgroup s ON s.organization_id = ${organizationId} AND s.group_id = i.group_id JOIN user_group g
        ON g.organization_id = ${organizationId} AND g.id = s.subgroup_id
    ), named (user_id) AS (
      SELECT m.user_id FROM inside i JOIN user_group_member m ON m.organization_id = ${organizationId} AND m.group_id = i.group_id
    )
    SELECT u.id FROM user_account u JOIN organization o ON o.id = u.organization_id
    WHERE u.organization_id = ${organizationId} AND u.is_active AND NOT u.is_system_bot
      AND (u.id IN (SELECT user_id FROM named) OR EXISTS (SELECT FROM inside i WHERE i.is_system AND ${isInside}))
    ORDER BY u.id`,
  );
  return found.map((row) => row.id);
}

const subgroupsBelowRow = z.object({ id: z.int(), subgroupIds: dbInts });

/** Direct subgroups, ascending, by group: of these groups and of everything inside them. */
export async function subgroupsBelow(
  reader: SqlReader,
  organizationId: number,
  groupIds: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const found = await rows(
    reader,
    subgroupsBelowRow,
    Prisma.sql`
    WITH RECURSIVE inside (group_id) AS (
      SELECT g.id FROM user_group g WHERE g.organization_id = ${organizationId} AND g.id = ANY (${[...groupIds]}::int[])
      UNION
      SELECT s.subgroup_id FROM inside i JOIN user_group_subgroup s ON s.organization_id = ${organizationId} AND s.group_id = i.group_id
    )
    SELECT s.group_id AS id, array_agg(s.subgroup_id ORDER BY s.subgroup_id) AS "subgroupIds"
    FROM inside i JOIN user_group_subgroup s ON s.organization_id = ${organizationId} AND s.group_id = i.group_id GROUP BY s.group_id`,
  );
  return new Map(found.map((row) => [row.id, row.subgroupIds]));
}
