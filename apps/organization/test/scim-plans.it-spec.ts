import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Prisma, type SqlReader } from '@parley/persistence';
import { statementOf } from '@parley/testing';
import { z } from 'zod';
import { groupCondition } from '../src/scim/group-filter.sql.js';
import { parsedFilter } from '../src/scim/parsed-filter.js';
import { people } from '../src/scim/people.repository.js';
import { personCondition } from '../src/scim/person-filter.sql.js';
import { groups } from '../src/scim/scim-groups.repository.js';
import { type MadeOrganization, OrganizationSuite } from './organization-suite.js';

const MANY = 10_000;
const PAGE = { offset: 0, limit: 100 };

interface Node {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string | undefined;
  readonly 'Index Cond'?: string | undefined;
  readonly 'Actual Rows': number;
  readonly 'Rows Removed by Filter'?: number | undefined;
  readonly Plans?: readonly Node[] | undefined;
}
const node: z.ZodType<Node> = z.looseObject({
  'Node Type': z.string(),
  'Index Name': z.string().optional(),
  'Index Cond': z.string().optional(),
  'Actual Rows': z.number(),
  'Rows Removed by Filter': z.number().optional(),
  get Plans() {
    return z.array(node).optional();
  },
});
const explained = z.tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: node })]) })]);

let suite: OrganizationSuite;
let home: MadeOrganization;
let ids: { person: number; group: number };
beforeAll(async () => {
  suite = await OrganizationSuite.open();
  home = await suite.organization();
  const { client } = suite.stores.database;
  await client.$executeRaw`
    WITH made AS (
      INSERT INTO user_account (organization_id, delivery_email, api_email, full_name, role)
      SELECT ${home.id}, 'n' || n || '@large.example', 'n' || n || '@large.example', 'Person ' || n, 400 FROM generate_series(1, ${MANY}) AS n
      RETURNING id, delivery_email
    )
    INSERT INTO scim_user (organization_id, user_id, user_name, external_id)
    SELECT ${home.id}, id, delivery_email, 'x' || delivery_email FROM made`;
  await client.$executeRaw`
    WITH made AS (
      INSERT INTO user_group (organization_id, name, description, settings)
      SELECT ${home.id}, 'group ' || n, '', '{}' FROM generate_series(1, ${MANY}) AS n RETURNING id, name
    )
    INSERT INTO scim_group (organization_id, group_id, external_id) SELECT ${home.id}, id, 'x' || name FROM made`;
  for (const table of ['user_account', 'scim_user', 'user_group', 'scim_group']) await client.$executeRawUnsafe(`ANALYZE ${table}`);
  ids = {
    person: (await client.userAccount.findFirstOrThrow({ where: { organizationId: home.id, deliveryEmail: 'n777@large.example' } })).id,
    group: (await client.userGroup.findFirstOrThrow({ where: { organizationId: home.id, name: 'group 777' } })).id,
  };
}, 120_000);
afterAll(() => suite.close());

/** All steps of the statement that a list sends. */
async function stepsOf(list: (reader: SqlReader) => Promise<unknown>): Promise<Node[]> {
  const statement = await statementOf(list);
  const rows = await suite.stores.database.client.$queryRaw(Prisma.sql`EXPLAIN (ANALYZE, FORMAT JSON) ${statement}`);
  const [{ 'QUERY PLAN': plan }] = explained.parse(rows);
  const below = (each: Node): Node[] => [each, ...(each.Plans ?? []).flatMap(below)];
  return below(plan[0].Plan);
}

const rowsReadBy = (steps: readonly Node[]) =>
  Math.max(...steps.map((step) => step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)));
const conditionsOf = (steps: readonly Node[]) => steps.flatMap((step) => step['Index Cond'] ?? []).join('\n');

describe('one of 10,000 people is found by an index', () => {
  it.each([
    ['userName eq "N777@large.example"', /lower\(user_name\) = .*lower\(delivery_email\) = /s],
    ['externalId eq "xn777@large.example"', /external_id = /],
    ['id eq "$"', /\bid = /],
    ['userName eq "N777@large.example" and active eq true', /lower\(user_name\) = .*lower\(delivery_email\) = /s],
    ['emails.value eq "N777@large.example"', /lower\(delivery_email\) = /s],
    ['emails[type eq "work" and value eq "N777@large.example"]', /lower\(delivery_email\) = /s],
  ])('with %s', async (text, expected) => {
    const condition = personCondition(home.id, parsedFilter(text.replace('$', String(ids.person))));
    const steps = await stepsOf((reader) => people(reader, home.id, { condition, ...PAGE }));
    expect(steps[0]?.['Actual Rows']).toBe(1);
    expect(conditionsOf(steps)).toMatch(expected);
    expect(rowsReadBy(steps)).toBeLessThan(10);
  });
});

describe('one of 10,000 groups is found by an index', () => {
  it.each([
    ['displayName eq "GROUP 777"', /lower\(name\) = /],
    ['externalId eq "xgroup 777"', /external_id = /],
    ['id eq "$"', /\bid = /],
  ])('with %s', async (text, expected) => {
    const condition = groupCondition(home.id, parsedFilter(text.replace('$', String(ids.group))));
    const steps = await stepsOf((reader) => groups(reader, home.id, { condition, ...PAGE }));
    expect(steps[0]?.['Actual Rows']).toBe(1);
    expect(conditionsOf(steps)).toMatch(expected);
    expect(rowsReadBy(steps)).toBeLessThan(10);
  });
});
