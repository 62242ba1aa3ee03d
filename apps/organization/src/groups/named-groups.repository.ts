import { inSystemGroup } from '@parley/access';
import { ROLES } from '@parley/contracts';
import { constant, dbInts, dbTime, Prisma, type Select, type SqlReader, select, selectRows } from '@parley/persistence';
import { z } from 'zod';

const groupFacts = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  isSystemGroup: z.boolean(),
  isDeactivated: z.boolean(),
  creatorId: z.int().nullable(),
  createdAt: dbTime.nullable(),
  /** Its permission settings by wire name, as group ids. */
  settings: z.record(z.string(), z.int()),
  /** Ascending. */
  subgroupIds: dbInts,
});
/** A group with a name, without its members. */
export type GroupFacts = Readonly<z.output<typeof groupFacts>>;

const namedGroup = groupFacts.extend({
  /** Direct members that are not deactivated, ascending. Of system groups: users with exactly that role. */
  memberIds: dbInts,
});
const writtenGroup = groupFacts.extend({
  /** The same ids as a JSON list: there can be hundreds of thousands. */
  members: z.string(),
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

/** All named groups of an organization, for a registration. The people are read once for all system groups. */
export function selectWrittenGroups(organizationId: number): Select<typeof writtenGroup> {
  const listed = (role: number, condition = Prisma.sql`true`) =>
    Prisma.sql`string_agg(id::text, ',') FILTER (WHERE role = ${constant(role)} AND ${condition})`;
  return select(
    writtenGroup,
    Prisma.sql`
    WITH listed AS MATERIALIZED (
      SELECT ${listed(ROLES.owner)} AS owners, ${listed(ROLES.administrator)} AS administrators, ${listed(ROLES.moderator)} AS moderators,
        ${listed(ROLES.member, Prisma.sql`is_full`)} AS full_members, ${listed(ROLES.member)} AS members, ${listed(ROLES.guest)} AS guests
      FROM (
        SELECT u.id, u.role, ${IS_FULL_MEMBER} AS is_full FROM user_account u JOIN organization o ON o.id = u.organization_id
        WHERE u.organization_id = ${organizationId} AND u.is_active AND NOT u.is_system_bot
        ORDER BY u.id
      ) AS person
    )
    SELECT ${factsOf(organizationId)}, concat('[', CASE WHEN g.is_system_group THEN CASE g.name
        WHEN 'role:owners' THEN listed.owners
        WHEN 'role:administrators' THEN listed.administrators
        WHEN 'role:moderators' THEN listed.moderators
        WHEN 'role:fullmembers' THEN listed.full_members
        WHEN 'role:members' THEN listed.members
        WHEN 'role:everyone' THEN listed.guests
        END
      ELSE (SELECT string_agg(id::text, ',') FROM (${memberIds(organizationId)}) AS member (id)) END, ']') AS members
    FROM user_group g CROSS JOIN listed
    WHERE g.organization_id = ${organizationId} AND g.name IS NOT NULL
    ORDER BY g.id`,
  );
}

function selectNamedGroups(organizationId: number, ids?: readonly number[]): Select<typeof namedGroup> {
  const isRequested = ids === undefined ? Prisma.sql`true` : Prisma.sql`g.id = ANY (${[...ids]}::bigint[])`;
  return select(
    namedGroup,
    Prisma.sql`
    SELECT ${factsOf(organizationId)},
      CASE WHEN g.is_system_group THEN ARRAY(
        SELECT u.id FROM user_account u
        WHERE u.organization_id = o.id AND u.is_active AND NOT u.is_system_bot AND CASE g.name
          WHEN 'role:owners' THEN u.role = ${constant(ROLES.owner)}
          WHEN 'role:administrators' THEN u.role = ${constant(ROLES.administrator)}
          WHEN 'role:moderators' THEN u.role = ${constant(ROLES.moderator)}
          WHEN 'role:fullmembers' THEN u.role = ${constant(ROLES.member)} AND ${IS_FULL_MEMBER}
          WHEN 'role:members' THEN u.role = ${constant(ROLES.member)}
          WHEN 'role:everyone' THEN u.role = ${constant(ROLES.guest)}
          ELSE false END
        ORDER BY u.id)
      ELSE ARRAY(${memberIds(organizationId)})
      END AS "memberIds"
    FROM user_group g JOIN organization o ON o.id = g.organization_id
    WHERE g.organization_id = ${organizationId} AND g.name IS NOT NULL AND ${isRequested}
    ORDER BY g.id`,
  );
}

/** Of the user u in the organization o. */
const IS_FULL_MEMBER = inSystemGroup(Prisma.sql`'role:fullmembers'`, Prisma.sql`u.role`, Prisma.sql`u.joined_at`, Prisma.sql`o.settings`);

/** Columns of the group g. */
function factsOf(organizationId: number): Prisma.Sql {
  return Prisma.sql`g.id, g.name, g.description, g.is_system_group AS "isSystemGroup", g.is_deactivated AS "isDeactivated",
      g.creator_id AS "creatorId", g.created_at AS "createdAt", g.settings,
      ARRAY(SELECT s.subgroup_id FROM user_group_subgroup s
        WHERE s.organization_id = ${organizationId} AND s.group_id = g.id ORDER BY s.subgroup_id) AS "subgroupIds"`;
}

/** Direct members of the group g that are not deactivated, if it is not a system group. */
function memberIds(organizationId: number): Prisma.Sql {
  return Prisma.sql`SELECT m.user_id FROM user_group_member m JOIN user_account u
          ON u.organization_id = ${organizationId} AND u.id = m.user_id AND u.is_active
            WHERE m.organization_id = ${organizationId} AND m.group_id = g.id ORDER BY m.user_id`;
}
