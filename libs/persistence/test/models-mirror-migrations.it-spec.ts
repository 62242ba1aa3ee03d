import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestDatabase, testDatabase } from '@parley/testing';
import { Prisma } from '../src/index.js';

const SCHEMA = new URL('../../../prisma/schema/', import.meta.url);

/** Columns of types that Prisma does not know. */
const BEYOND_PRISMA: Readonly<Record<string, readonly string[]>> = { message_search: ['tsv'] };

const snake = (name: string) => name.replace(/[A-Z]/g, (letter, offset: number) => `${offset === 0 ? '' : '_'}${letter.toLowerCase()}`);

const models = Object.keys(Prisma.ModelName).map((model) => {
  const fields: unknown = Reflect.get(Prisma, `${model}ScalarFieldEnum`);
  if (typeof fields !== 'object' || fields === null) throw new Error(`${model} has no fields`);
  return { model, table: snake(model), columns: Object.keys(fields).map(snake).sort() };
});

let postgres: TestDatabase;
beforeAll(async () => {
  postgres = await testDatabase();
});
afterAll(() => postgres.close());

async function columnsOf(table: string): Promise<string[]> {
  const rows = await postgres.database.client.$queryRaw<{ column_name: string }[]>`
    SELECT column_name::text FROM information_schema.columns WHERE table_schema = 'public' AND table_name = ${table}`;
  return rows.map((row) => row.column_name).sort();
}

/** The primary keys of prisma/schema by table, from `@id` and `@@id([...])`. The generated client does not tell them. */
async function declaredKeys(): Promise<Map<string, string[]>> {
  const files = (await readdir(SCHEMA)).map((file) => readFile(new URL(file, SCHEMA), 'utf8'));
  const schema = (await Promise.all(files)).join('\n');
  return new Map(
    [...schema.matchAll(/^model (\w+) \{\n(.*?)^\}/gms)].map(([, model = '', body = '']) => {
      const fields = /@@id\(\[(.*?)\]\)/.exec(body)?.[1]?.split(', ') ?? [/^ {2}(\w+) .* @id\b/m.exec(body)?.[1] ?? ''];
      return [snake(model), fields.map(snake)];
    }),
  );
}

describe('the Prisma models', () => {
  it.each(models)('$model has the columns of $table', async ({ table, columns }) => {
    const inDatabase = await columnsOf(table);
    expect(inDatabase.filter((column) => !BEYOND_PRISMA[table]?.includes(column))).toEqual(columns);
  });

  it('cover all tables except those of the migrator', async () => {
    const rows = await postgres.database.client.$queryRaw<{ name: string }[]>`
      SELECT c.relname::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND NOT starts_with(c.relname, '_')`;
    expect(rows.map(({ name }) => name).sort()).toEqual(models.map(({ table }) => table).sort());
  });

  it('have the primary keys of their tables', async () => {
    const rows = await postgres.database.client.$queryRaw<{ name: string; columns: string[] }[]>`
      SELECT c.relname::text AS name, array_agg(a.attname::text ORDER BY array_position(i.indkey::int2[], a.attnum)) AS columns
      FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey::int2[])
      WHERE i.indisprimary AND c.relnamespace = 'public'::regnamespace AND NOT c.relispartition AND NOT starts_with(c.relname, '_')
      GROUP BY c.relname`;
    const inDatabase = new Map(rows.map(({ name, columns }) => [name, columns]));
    const declared = await declaredKeys();
    expect(declared.size).toBe(models.length);
    expect(Object.fromEntries(declared)).toEqual(Object.fromEntries(inDatabase));
  });

  it.each(models)('$model can be read with all its columns', async ({ model }) => {
    const name = `${model.charAt(0).toLowerCase()}${model.slice(1)}`;
    const delegate: unknown = Reflect.get(postgres.database.client, name);
    if (typeof delegate !== 'object' || delegate === null) throw new Error(`no delegate ${name}`);
    const findFirst: unknown = Reflect.get(delegate, 'findFirst');
    if (typeof findFirst !== 'function') throw new Error(`${name} cannot be read`);
    // Only the migration that creates the installation's table inserts a row.
    const expected = model === 'Installation' ? expect.objectContaining({ id: true }) : null;
    await expect(Reflect.apply(findFirst, delegate, [])).resolves.toEqual(expected);
  });
});
