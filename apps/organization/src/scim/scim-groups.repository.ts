import { dbInt, dbInts, dbTime, firstRow, onlyRow, Prisma, rows, type SqlReader, type SqlWriter } from '@parley/persistence';
import { z } from 'zod';
import type { GroupRecord } from './group-resource.js';

const groupRow = z.object({ id: z.int(), name: z.string(), createdAt: dbTime.nullable(), externalId: z.string().nullable() });

const COLUMNS = Prisma.sql`g.id, g.name, g.created_at AS "createdAt", s.external_id AS "externalId"`;

/** Groups that the organization made itself, and what a directory calls them. */
function customGroups(organizationId: number): Prisma.Sql {
  return Prisma.sql`user_group g LEFT JOIN scim_group s ON s.organization_id = ${organizationId} AND s.group_id = g.id
    WHERE g.organization_id = ${organizationId} AND g.name IS NOT NULL AND NOT g.is_system_group`;
}

/** Which groups a directory sees. */
function visible(organizationId: number): Prisma.Sql {
  return Prisma.sql`${customGroups(organizationId)} AND NOT g.is_deactivated`;
}

/** In the order of their ids. */
export function groups(
  reader: SqlReader,
  organizationId: number,
  { condition, offset, limit }: { condition: Prisma.Sql; offset: number; limit: number },
): Promise<GroupRecord[]> {
  return rows(
    reader,
    groupRow,
    Prisma.sql`SELECT ${COLUMNS} FROM ${visible(organizationId)} AND ${condition} ORDER BY g.id LIMIT ${limit} OFFSET ${offset}`,
  );
}

const countRow = z.object({ count: dbInt });

export async function numberOfGroups(reader: SqlReader, organizationId: number, condition: Prisma.Sql): Promise<number> {
  const { count } = await onlyRow(reader, countRow, Prisma.sql`SELECT count(*) AS count FROM ${visible(organizationId)} AND ${condition}`);
  return count;
}

export function groupById(reader: SqlReader, organizationId: number, id: number): Promise<GroupRecord | undefined> {
  return firstRow(reader, groupRow, Prisma.sql`SELECT ${COLUMNS} FROM ${visible(organizationId)} AND g.id = ${id}::bigint`);
}

/** A group that was deactivated. No other group can have its name. */
export function deactivatedGroupNamed(reader: SqlReader, organizationId: number, name: string): Promise<GroupRecord | undefined> {
  return firstRow(
    reader,
    groupRow,
    Prisma.sql`SELECT ${COLUMNS} FROM ${customGroups(organizationId)} AND g.is_deactivated AND lower(g.name) = lower(${name}) LIMIT 1`,
  );
}

const idRow = z.object({ id: z.int() });

export async function isExternalIdOfGroupTaken(
  reader: SqlReader,
  organizationId: number,
  externalId: string,
  exceptId: number,
): Promise<boolean> {
  const other = await firstRow(
    reader,
    idRow,
    Prisma.sql`SELECT g.id FROM ${visible(organizationId)} AND g.id <> ${exceptId} AND s.external_id = ${externalId} LIMIT 1`,
  );
  return other !== undefined;
}

/** A deactivated group loses the id to the group that gets it. */
export async function putExternalIdOfGroup(
  writer: SqlWriter,
  organizationId: number,
  groupId: number,
  externalId: string | null,
): Promise<void> {
  await writer.$executeRaw`
    UPDATE scim_group s SET external_id = NULL FROM user_group g
    WHERE s.organization_id = ${organizationId} AND s.external_id = ${externalId}::text AND s.group_id <> ${groupId}
      AND g.organization_id = ${organizationId} AND g.id = s.group_id AND g.is_deactivated`;
  await writer.$executeRaw`
    INSERT INTO scim_group (organization_id, group_id, external_id) VALUES (${organizationId}, ${groupId}, ${externalId})
    ON CONFLICT (organization_id, group_id) DO UPDATE SET external_id = excluded.external_id`;
}

/** The people m.user_id who are direct members and whom a directory sees. */
function members(organizationId: number): Prisma.Sql {
  return Prisma.sql`user_group_member m
    JOIN user_account u ON u.organization_id = ${organizationId} AND u.id = m.user_id AND NOT u.is_bot
    LEFT JOIN scim_user s ON s.organization_id = ${organizationId} AND s.user_id = u.id
    WHERE m.organization_id = ${organizationId} AND (u.is_active OR s.is_removed IS NOT TRUE)`;
}

const sizeRow = z.object({ groupId: z.int(), size: dbInt });

/** How many members groups have. One without members is absent. */
export async function sizesOf(
  reader: SqlReader,
  organizationId: number,
  groupIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const found = await rows(
    reader,
    sizeRow,
    Prisma.sql`SELECT m.group_id AS "groupId", count(*) AS size FROM ${members(organizationId)} AND m.group_id = ANY (${[...groupIds]}::int[])
      GROUP BY m.group_id`,
  );
  return new Map(found.map(({ groupId, size }) => [groupId, size]));
}

const membersRow = z.object({ groupId: z.int(), userIds: dbInts });

/** The ids of the members of groups, ascending. A group without members is absent. */
export async function membersOf(
  reader: SqlReader,
  organizationId: number,
  groupIds: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const found = await rows(
    reader,
    membersRow,
    Prisma.sql`SELECT m.group_id AS "groupId", array_agg(m.user_id ORDER BY m.user_id) AS "userIds"
      FROM ${members(organizationId)} AND m.group_id = ANY (${[...groupIds]}::int[]) GROUP BY m.group_id`,
  );
  return new Map(found.map(({ groupId, userIds }) => [groupId, userIds]));
}

const personRow = z.object({ id: z.int(), isActive: z.boolean() });

/** The people among these whom a directory sees, and whether their accounts are active. */
export async function peopleAmong(
  reader: SqlReader,
  organizationId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, boolean>> {
  const found = await rows(
    reader,
    personRow,
    Prisma.sql`
    SELECT u.id, u.is_active AS "isActive" FROM user_account u
      LEFT JOIN scim_user s ON s.organization_id = ${organizationId} AND s.user_id = u.id
    WHERE u.organization_id = ${organizationId} AND u.id = ANY (${[...ids]}::int[]) AND NOT u.is_bot AND (u.is_active OR s.is_removed IS NOT TRUE)`,
  );
  return new Map(found.map(({ id, isActive }) => [id, isActive]));
}
