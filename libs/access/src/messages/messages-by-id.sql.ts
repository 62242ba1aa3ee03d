import { ofUnknownLength, Prisma } from '@parley/persistence';

/**
 * The messages with these ids as `m`, each found by the primary key. With `m.id = ANY (...)` the planner also reads the index of the organization
 * and combines both, which costs time in proportion to all messages of the organization.
 */
export function messagesById(organizationId: number, ids: readonly number[]): Prisma.Sql {
  return Prisma.sql`(SELECT DISTINCT id FROM unnest(${ofUnknownLength(Prisma.sql`${[...ids]}::bigint[]`)}) AS id) AS wanted
    CROSS JOIN LATERAL (SELECT * FROM message WHERE organization_id = ${organizationId} AND id = wanted.id OFFSET 0) AS m`;
}
