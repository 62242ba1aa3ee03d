import { Prisma } from '@parley/persistence';
import type { Filter } from 'scim2-parse-filter';
import { conditionOf, type FilteredAttribute } from './filter-condition.sql.js';
import { withExternalId, withUserName } from './people.repository.js';
import { ROLE_NAMES } from './role-names.js';
import { USER_SCHEMA } from './schemas.js';
import { isId } from './scim-request.js';

const ROLE = Prisma.sql`CASE u.role ${Prisma.join(
  Object.entries(ROLE_NAMES).map(([name, role]) => Prisma.sql`WHEN ${role} THEN ${name}::text`),
  ' ',
)} END`;

/** Of the account u and what a directory said about it, s. Addresses are compared with the one in use. */
export function personCondition(organizationId: number, filter: Filter | undefined): Prisma.Sql {
  if (filter === undefined) return Prisma.sql`true`;
  const text = (sql: Prisma.Sql): FilteredAttribute => ({ kind: 'text', sql });
  const email: FilteredAttribute = text(Prisma.sql`u.delivery_email`);
  const attributes = new Map<string, FilteredAttribute>([
    [
      'id',
      {
        kind: 'text',
        sql: Prisma.sql`u.id::text`,
        caseExact: true,
        equals: (id) => (isId(id) ? Prisma.sql`u.id = ${Number(id)}` : Prisma.sql`false`),
      },
    ],
    [
      'username',
      {
        kind: 'text',
        sql: Prisma.sql`coalesce(s.user_name, u.delivery_email)`,
        equals: (name) => Prisma.sql`u.id IN (${withUserName(organizationId, name)})`,
      },
    ],
    [
      'externalid',
      {
        kind: 'text',
        sql: Prisma.sql`s.external_id`,
        caseExact: true,
        equals: (id) => Prisma.sql`u.id IN (${withExternalId(organizationId, id)})`,
      },
    ],
    ['displayname', text(Prisma.sql`u.full_name`)],
    ['name.formatted', text(Prisma.sql`s.given -> 'name' ->> 'formatted'`)],
    ['name.givenname', text(Prisma.sql`s.given -> 'name' ->> 'givenName'`)],
    ['name.familyname', text(Prisma.sql`s.given -> 'name' ->> 'familyName'`)],
    ['emails', email],
    ['emails.value', email],
    ['emails.type', text(TYPE_OF_EMAIL)],
    ['emails.primary', { kind: 'boolean', sql: Prisma.sql`true` }],
    ['active', { kind: 'boolean', sql: Prisma.sql`u.is_active` }],
    ['roles', text(ROLE)],
    ['roles.value', text(ROLE)],
    ['meta.created', { kind: 'time', sql: Prisma.sql`u.joined_at` }],
    ['meta.resourcetype', text(Prisma.sql`'User'::text`)],
  ]);
  return conditionOf(filter, attributes, USER_SCHEMA);
}

/** Of the address in use. One that no directory gave is for work. */
const TYPE_OF_EMAIL = Prisma.sql`coalesce((SELECT e.value ->> 'type' FROM jsonb_array_elements(s.given -> 'emails') AS e
  WHERE lower(e.value ->> 'value') = lower(u.delivery_email) LIMIT 1), 'work')`;
