import { ofUnknownLength, Prisma } from '@parley/persistence';

/**
 * The messages with these ids as `m`, each found by the primary key.
 *
 * The comparison of the organization is one that no index serves, here and wherever messages are found by something else than their time. With `=`
 * the planner may read the index of all messages of the organization and combine both, because it cannot know that the organization is large.
 */
export function messagesById(organizationId: number, ids: readonly number[]): Prisma.Sql {
  return Prisma.sql`(SELECT DISTINCT id FROM unnest(${ofUnknownLength(Prisma.sql`${[...ids]}::bigint[]`)}) AS id) AS wanted
    CROSS JOIN LATERAL (SELECT * FROM message WHERE organization_id IS NOT DISTINCT FROM ${organizationId} AND id = wanted.id OFFSET 0) AS m`;
}
