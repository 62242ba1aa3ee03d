import { Prisma } from '@parley/persistence';
import type { Filter } from 'scim2-parse-filter';
import { conditionOf, type FilteredAttribute } from './filter-condition.sql.js';
import { GROUP_SCHEMA } from './schemas.js';
import { isId } from './scim-request.js';

/** Of the group g and its name for a directory, s. */
export function groupCondition(organizationId: number, filter: Filter | undefined): Prisma.Sql {
  if (filter === undefined) return Prisma.sql`true`;
  const member: FilteredAttribute = {
    kind: 'member',
    equals: (id) =>
      isId(id)
        ? Prisma.sql`EXISTS (SELECT 1 FROM user_group_member x
            WHERE x.organization_id = ${organizationId} AND x.group_id = g.id AND x.user_id = ${Number(id)})`
        : Prisma.sql`false`,
  };
  const attributes = new Map<string, FilteredAttribute>([
    [
      'id',
      {
        kind: 'text',
        sql: Prisma.sql`g.id::text`,
        caseExact: true,
        equals: (id) => (isId(id) ? Prisma.sql`g.id = ${Number(id)}` : Prisma.sql`false`),
      },
    ],
    ['externalid', { kind: 'text', sql: Prisma.sql`s.external_id`, caseExact: true }],
    ['displayname', { kind: 'text', sql: Prisma.sql`g.name` }],
    ['members', member],
    ['members.value', member],
    ['meta.created', { kind: 'time', sql: Prisma.sql`g.created_at` }],
    ['meta.resourcetype', { kind: 'text', sql: Prisma.sql`'Group'::text` }],
  ]);
  return conditionOf(filter, attributes, GROUP_SCHEMA);
}
