import { inSystemGroup } from '@parley/access';
import { ROLES } from '@parley/contracts';
import { constant, dbInts, dbTime, Prisma, type Select, type SqlReader, select, selectRows } from '@parley/persistence';
import { z } from 'zod';

const namedGroup = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  isSystemGroup: z.boolean(),
  isDeactivated: z.boolean(),
  creatorId: z.int().nullable(),
  createdAt: dbTime.nullable(),
  /** Its permission settings by wire name, as group ids. */
  settings: z.record(z.string(), z.int()),
  /** Direct members that are not deactivated, ascending. Of system groups: users with exactly that role. */
  memberIds: dbInts,
  /** Ascending. */
  subgroupIds: dbInts,
});

/** A group with a name, with the fields of its own object. */
export type NamedGroup = Readonly<z.output<typeof namedGroup>>;

/**
 * Named groups by id: all, or only `ids`. A user is a direct member only of the system group of their own role, which is a subgroup of the wider
 * ones. Only full members are direct members of two: role:fullmembers and role:members.
 */
export function namedGroups(reader: SqlReader, organizationId: number, ids?: readonly number[]): Promise<NamedGroup[]> {
  return selectRows(reader, selectNamedGroups(organizationId, ids));
}

export function selectNamedGroups(organizationId: number, ids?: readonly number[]): Select<typeof namedGroup> {
  const isRequested = ids === undefined ? Prisma.sql`true` : Prisma.sql`g.id = ANY (${[...ids]}::bigint[])`;
  const isFullMember = inSystemGroup(Prisma.sql`'role:fullmembers'`, Prisma.sql`u.role`, Prisma.sql`u.joined_at`, Prisma.sql`o.settings`);
  return select(
    namedGroup,
    Prisma.sql`
    SELECT g.id, g.name, g.description, g.is_system_group AS "isSystemGroup", g.is_deactivated AS "isDeactivated",
      g.creator_id AS "creatorId", g.created_at AS "createdAt", g.settings,
      CASE WHEN g.is_system_group THEN ARRAY(
        SELECT u.id FROM user_account u
        WHERE u.organization_id = o.id AND u.is_active AND NOT u.is_system_bot AND CASE g.name
          WHEN 'role:owners' THEN u.role = ${constant(ROLES.owner)}
          WHEN 'role:administrators' THEN u.role = ${constant(ROLES.administrator)}
          WHEN 'role:moderators' THEN u.role = ${constant(ROLES.moderator)}
          WHEN 'role:fullmembers' THEN u.role = ${constant(ROLES.member)} AND ${isFullMember}
          WHEN 'role:members' THEN u.role = ${constant(ROLES.member)}
          WHEN 'role:everyone' THEN u.role = ${constant(ROLES.guest)}
          ELSE false END
        ORDER BY u.id)
      ELSE ARRAY(
        SELECT m.user_id FROM user_group_member m JOIN user_account u
          ON u.organization_id = ${organizationId} AND u.id = m.user_id AND u.is_active
            WHERE m.organization_id = ${organizationId} AND m.group_id = g.id ORDER BY m.user_id)
      END AS "memberIds",
      ARRAY(SELECT s.subgroup_id FROM user_group_subgroup s
        WHERE s.organization_id = ${organizationId} AND s.group_id = g.id ORDER BY s.subgroup_id) AS "subgroupIds"
    FROM user_group g JOIN organization o ON o.id = g.organization_id
    WHERE g.organization_id = ${organizationId} AND g.name IS NOT NULL AND ${isRequested}
    ORDER BY g.id`,
  );
}
