import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { Prisma } from './generated/client.js';
import { dbInt, dbInts, dbRole, firstRow, onlyRow, rows } from './rows.js';

const ANY = Prisma.sql`SELECT 1`;
const returning = (...found: unknown[]) => ({ $queryRaw: () => Promise.resolve(found) });
const schema = z.object({ id: dbInt, name: z.string().nullable() });

describe('the rows of a statement', () => {
  it('have the types of the schema; bigint columns become numbers', async () => {
    const found = await rows(returning({ id: 7n, name: 'zoe' }, { id: 8, name: null }), schema, ANY);
    expect(found).toEqual([
      { id: 7, name: 'zoe' },
      { id: 8, name: null },
    ]);
  });

  it('are refused if a column has another type, is missing, or is an integer that a number cannot hold', async () => {
    for (const row of [{ id: '7', name: 'zoe' }, { id: 7n }, { id: 2n ** 60n, name: 'zoe' }, { id: 1.5, name: 'zoe' }]) {
      await expect(rows(returning(row), schema, ANY)).rejects.toThrow(z.ZodError);
    }
  });

  it('can have arrays of integers, and roles', async () => {
    const of = z.object({ ids: dbInts, role: dbRole });
    expect(await rows(returning({ ids: [1, 2n], role: 400 }, { ids: [], role: 600 }), of, ANY)).toEqual([
      { ids: [1, 2], role: 400 },
      { ids: [], role: 600 },
    ]);
    for (const row of [
      { ids: null, role: 400 },
      { ids: ['1'], role: 400 },
      { ids: [1.5], role: 400 },
      { ids: [2n ** 60n], role: 400 },
      { ids: [1], role: 500 },
    ]) {
      await expect(rows(returning(row), of, ANY)).rejects.toThrow(z.ZodError);
    }
  });

  it('can be the first one', async () => {
    expect(await firstRow(returning(), schema, ANY)).toBeUndefined();
    expect(await firstRow(returning({ id: 7n, name: null }), schema, ANY)).toEqual({ id: 7, name: null });
  });

  it('can be the only one', async () => {
    const row = { id: 7n, name: null };
    expect(await onlyRow(returning(row), schema, ANY)).toEqual({ id: 7, name: null });
    await expect(onlyRow(returning(), schema, ANY)).rejects.toThrow('expected exactly one row');
    await expect(onlyRow(returning(row, row), schema, ANY)).rejects.toThrow('expected exactly one row');
  });
});
