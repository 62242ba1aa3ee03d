import { beforeAll, describe, expect, it } from '@jest/globals';
import { loadModule } from 'libpg-query';
import { unboundTables } from './unbound-tables.js';

const KEYS = new Map([
  ['organization', 'id'],
  ...['channel', 'user_account', 'subscription', 'message', 'topic', 'draft'].map((table) => [table, 'organization_id'] as const),
]);

beforeAll(() => loadModule());

describe('a statement binds', () => {
  it.each([
    'SELECT id FROM channel WHERE organization_id = $1',
    'SELECT id FROM "public"."channel" WHERE ("public"."channel"."organization_id" = $1 AND 1=1)',
    'SELECT id FROM installation',
    'SELECT name FROM organization WHERE id = $1::int',
    'SELECT c.id FROM channel c JOIN subscription b ON b.channel_id = c.id AND b.organization_id = c.organization_id WHERE c.organization_id = $1',
    'SELECT c.id FROM channel c JOIN subscription b USING (organization_id) WHERE c.organization_id = $1',
    'SELECT c.id FROM organization o, channel c WHERE c.organization_id = o.id AND o.id = $1',
    'SELECT c.id FROM channel c WHERE (c.organization_id, c.id) = ($1, $2)',
    'SELECT c.id FROM channel c WHERE (c.organization_id, c.id) IN (($1, $2), ($3, $4))',
    'SELECT c.id FROM channel c WHERE (c.id, c.organization_id) IN (SELECT b.channel_id, b.organization_id FROM subscription b WHERE b.organization_id = $1)',
    'SELECT c.id FROM channel c WHERE c.organization_id = ANY ($1::int[])',
    'SELECT c.id FROM channel c WHERE (c.organization_id = $1 AND c.id = 1) OR (c.organization_id = $1 AND c.id = 2)',
    'SELECT c.id FROM channel c JOIN unnest($1::int[]) AS asked (organization) ON c.organization_id = asked.organization',
    'SELECT (SELECT count(*) FROM draft d WHERE d.organization_id = c.organization_id) FROM channel c WHERE c.organization_id = $1',
    'SELECT x.n FROM channel c CROSS JOIN LATERAL (SELECT 1 AS n FROM topic t WHERE t.organization_id = c.organization_id) x WHERE c.organization_id = $1',
    'WITH one AS (SELECT * FROM channel WHERE organization_id = $1) SELECT b.user_id FROM one JOIN subscription b ON b.organization_id = one.organization_id',
    'WITH one (home) AS (SELECT organization_id FROM channel WHERE organization_id = $1) SELECT 1 FROM one JOIN topic t ON t.organization_id = one.home',
    'WITH RECURSIVE up AS (SELECT organization_id, id FROM topic WHERE organization_id = $1 UNION SELECT t.organization_id, t.id FROM up JOIN topic t ON t.organization_id = up.organization_id) SELECT id FROM up',
    'UPDATE channel c SET name = b.color FROM subscription b WHERE c.organization_id = $1 AND b.organization_id = $1',
    'DELETE FROM draft USING channel c WHERE draft.organization_id = $1 AND c.organization_id = draft.organization_id',
    'INSERT INTO draft (organization_id, id) VALUES ($1, $2) RETURNING (SELECT count(*) FROM topic t WHERE t.organization_id = draft.organization_id)',
    'INSERT INTO draft (organization_id, id) SELECT $1, c.id FROM channel c WHERE c.organization_id = $1 ON CONFLICT DO NOTHING',
    'SELECT m.id FROM channel c JOIN message m ON m.channel_id = c.id WHERE c.organization_id = $1',
    'SELECT m.id FROM message m WHERE m.topic_id = (SELECT t.id FROM topic t WHERE t.organization_id = $1 AND t.key = $2)',
    'SELECT m.id FROM message m WHERE m.topic_id IN (SELECT t.id FROM topic t WHERE t.organization_id = $1)',
    'SELECT id FROM organization WHERE string_id = $1',
    'SELECT u.id FROM organization o JOIN user_account u ON u.organization_id = o.id WHERE o.string_id = ANY ($1::text[])',
    'BEGIN',
  ])('in %s', (statement) => {
    expect(unboundTables(statement, KEYS)).toEqual([]);
  });
});

describe('a statement does not bind', () => {
  it.each([
    ['SELECT organization_id FROM channel WHERE id = $1', ['channel']],
    ['SELECT name FROM organization', ['organization']],
    ['SELECT c.id FROM channel c JOIN subscription b ON b.channel_id = c.id WHERE c.organization_id = $1', ['subscription b']],
    ['SELECT c.id FROM channel c JOIN subscription b ON b.organization_id = c.organization_id', ['channel c', 'subscription b']],
    ['SELECT c.id FROM channel c LEFT JOIN subscription b ON c.organization_id = $1 AND b.organization_id = $1', ['channel c']],
    ['SELECT c.id FROM channel c WHERE c.organization_id = $1 OR c.id = $2', ['channel c']],
    ['SELECT c.id FROM channel c WHERE NOT c.organization_id = $1', ['channel c']],
    ['SELECT c.id FROM channel c WHERE c.organization_id > $1', ['channel c']],
    ['SELECT c.id FROM channel c WHERE c.organization_id = c.id', ['channel c']],
    ['SELECT 1 FROM channel c WHERE c.organization_id = $1 AND EXISTS (SELECT FROM topic t WHERE t.channel_id = c.id)', ['topic t']],
    ['SELECT 1 FROM channel c WHERE EXISTS (SELECT FROM topic t WHERE t.organization_id = $1 AND c.organization_id = $1)', ['channel c']],
    ['SELECT CASE WHEN true THEN (SELECT count(*) FROM draft) END FROM channel WHERE organization_id = $1', ['draft']],
    ['SELECT x.n FROM (SELECT count(*) AS n FROM topic) x', ['topic']],
    ['SELECT 1 FROM unnest(ARRAY(SELECT id FROM draft))', ['draft']],
    [
      'WITH one AS (SELECT organization_id, id FROM channel) SELECT 1 FROM one JOIN topic t ON t.organization_id = one.id',
      ['channel', 'topic t'],
    ],
    ['WITH gone AS (DELETE FROM draft WHERE id = $1 RETURNING id) SELECT id FROM gone', ['draft']],
    ['SELECT 1 FROM message m WHERE m.channel_id = $1', ['message m']],
    ['SELECT 1 FROM message m JOIN unnest($1::int[]) AS a (channel_id) ON m.channel_id = a.channel_id', ['message m']],
    ['SELECT 1 FROM message m JOIN channel c ON m.channel_id = c.id', ['message m', 'channel c']],
    ['SELECT 1 FROM channel c JOIN message m ON m.sender_id = c.creator_id WHERE c.organization_id = $1', ['message m']],
    ['SELECT id FROM organization WHERE name = $1', ['organization']],
    ['SELECT o.id FROM organization o JOIN user_account u ON o.string_id = u.full_name', ['organization o', 'user_account u']],
    ['UPDATE channel SET name = $1 WHERE id = $2', ['channel']],
    ['INSERT INTO draft (organization_id, id) SELECT $1, c.id FROM channel c', ['channel c']],
    ['SELECT 1 FROM channel WHERE organization_id = $1 UNION SELECT 2 FROM channel c', ['channel c']],
  ])('in %s', (statement, unbound) => {
    expect(unboundTables(statement, KEYS)).toEqual(unbound);
  });
});

describe('a statement of a function', () => {
  it('binds with parameters and variables', () => {
    const variables = new Set(['organization', 'rename']);
    expect(unboundTables('SELECT 1 FROM channel c WHERE c.organization_id = organization', KEYS, variables)).toEqual([]);
    expect(unboundTables('SELECT 1 FROM channel c WHERE c.organization_id = rename.organization', KEYS, variables)).toEqual([]);
    expect(unboundTables('SELECT 1 FROM channel c WHERE c.organization_id = other', KEYS, variables)).toEqual(['channel c']);
  });
});
