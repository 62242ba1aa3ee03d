import { readdirSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { problemOf, SCHEMA_VERSION } from './schema-version.js';

const OWN = '20270201000000_own';
const problem = (newest: string | null, oldest: string | null = null) => problemOf({ newest, oldest }, OWN);

it('the version is the name of the newest migration', () => {
  const migrations = readdirSync(new URL('../../../prisma/migrations/', import.meta.url)).sort();
  expect(SCHEMA_VERSION).toBe(migrations.at(-1));
});

it('a schema of this version or of a newer one is right', () => {
  expect([problem(OWN), problem('20270301000000_newer'), problem(null)]).toEqual([undefined, undefined, undefined]);
});

it('an older schema is refused, with both versions and what to do', () => {
  expect(problem('20270101000000_older')).toBe(
    'has the schema 20270101000000_older, and this version needs 20270201000000_own. Run the migration job of this version first.',
  );
});

it('a newer schema is refused if parts were removed that this version uses', () => {
  const newest = '20270401000000_drop';
  expect(problem(newest, '20270301000000_newer')).toMatch(/^has a schema from which parts were removed.*knows 20270301000000_newer/);
  expect([problem(newest, OWN), problem(newest, '20270101000000_older')]).toEqual([undefined, undefined]);
});
