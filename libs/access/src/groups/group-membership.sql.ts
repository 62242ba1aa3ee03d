import { ROLES } from '@parley/contracts';
import { constant, organizationSettingSql, Prisma } from '@parley/persistence';

/**
 * The groups of users, also through subgroups: the recursive CTE body `(user_id, group_id)`, for use as
 * `WITH RECURSIVE membership (user_id, group_id) AS (${membershipOf(...)})`.
 *
 * `people`: name of a CTE with id, role and joined_at. System groups have no member rows; roles determine their members, as in
 * system-groups.ts (a test checks that both agree).
 */
export function membershipOf(organizationId: number, people: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT member.user_id, member.group_id FROM user_group_member member
      WHERE member.organization_id = ${organizationId} AND member.user_id IN (SELECT id FROM ${people})
    UNION
    SELECT person.id, system.id
    FROM ${people} person
    JOIN organization home ON home.id = ${organizationId}
    JOIN user_group system ON system.organization_id = home.id AND system.is_system_group
    WHERE ${inSystemGroup(Prisma.sql`system.name`, Prisma.sql`person.role`, Prisma.sql`person.joined_at`, Prisma.sql`home.settings`)}
    UNION
    SELECT membership.user_id, parent.group_id
    FROM membership JOIN user_group_subgroup parent
      ON parent.organization_id = ${organizationId} AND parent.subgroup_id = membership.group_id`;
}

/** Whether a user with this role is in the system group of this name. */
export function inSystemGroup(name: Prisma.Sql, role: Prisma.Sql, joinedAt: Prisma.Sql, settings: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`CASE ${name}
    WHEN 'role:owners' THEN ${role} = ${constant(ROLES.owner)}
    WHEN 'role:administrators' THEN ${role} <= ${constant(ROLES.administrator)}
    WHEN 'role:moderators' THEN ${role} <= ${constant(ROLES.moderator)}
    WHEN 'role:fullmembers' THEN ${role} <= ${constant(ROLES.moderator)} OR (${role} = ${constant(ROLES.member)}
      AND ${joinedAt} <= now() - make_interval(days => ${organizationSettingSql('waiting_period_threshold', settings)}))
    WHEN 'role:members' THEN ${role} <= ${constant(ROLES.member)}
    WHEN 'role:everyone' THEN true
    WHEN 'role:internet' THEN true
    ELSE false END`;
}
