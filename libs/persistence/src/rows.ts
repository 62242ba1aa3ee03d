import { ALL_ROLES } from '@parley/contracts';
import { z } from 'zod';
import { Prisma } from './generated/client.js';

/** What runs a statement and returns its rows: a transaction, the Prisma client, or a direct reader. */
export interface SqlReader {
  $queryRaw(statement: TemplateStringsArray | Prisma.Sql, ...values: unknown[]): PromiseLike<unknown>;
}

/** What runs a statement for its effect, and returns the number of its rows: a transaction, the Prisma client, or a direct writer. */
export interface SqlWriter {
  $executeRaw(statement: TemplateStringsArray | Prisma.Sql, ...values: unknown[]): PromiseLike<number>;
}

/** What was given to `$queryRaw` or `$executeRaw`: a statement, or a template with its values. */
export function asSql(statement: TemplateStringsArray | Prisma.Sql, values: readonly unknown[]): Prisma.Sql {
  return isTemplate(statement) ? Prisma.sql(statement, ...values) : statement;
}

function isTemplate(statement: TemplateStringsArray | Prisma.Sql): statement is TemplateStringsArray {
  return Array.isArray(statement);
}

/**
 * Parses each row of the result. The type of the rows follows from the schema. Parsing costs less than a microsecond for a row of five columns, but
 * making a schema costs 20 to 200: a schema of a statement that runs often is a constant of its module.
 */
export async function rows<S extends z.ZodType>(reader: SqlReader, schema: S, statement: Prisma.Sql): Promise<z.output<S>[]> {
  return parsedRows(schema, await reader.$queryRaw(statement));
}

export function parsedRows<S extends z.ZodType>(schema: S, found: unknown): z.output<S>[] {
  if (!Array.isArray(found)) throw new Error('not a list of rows');
  return found.map((row: unknown) => schema.parse(row));
}

/** The first row, or undefined if there is none. */
export async function firstRow<S extends z.ZodType>(reader: SqlReader, schema: S, statement: Prisma.Sql): Promise<z.output<S> | undefined> {
  const [row] = await rows(reader, schema, statement);
  return row;
}

/** For a statement that always returns exactly one row. @throws Error if it does not */
export async function onlyRow<S extends z.ZodType>(reader: SqlReader, schema: S, statement: Prisma.Sql): Promise<z.output<S>> {
  return onlyParsedRow(schema, await reader.$queryRaw(statement));
}

/** @throws Error if there is not exactly one row */
export function onlyParsedRow<S extends z.ZodType>(schema: S, found: unknown): z.output<S> {
  const [row, ...more] = parsedRows(schema, found);
  if (row === undefined || more.length > 0) throw new Error(`expected exactly one row, got ${row === undefined ? 0 : more.length + 1}`);
  return row;
}

/** A smallint, int or bigint column. A bigint arrives as one; ids and counts stay below 2^53. */
export const dbInt = z.unknown().transform((value, context) => {
  const int = toNumber(value);
  if (isInt(int)) return int;
  context.addIssue({ code: 'custom', message: 'not an integer' });
  return z.NEVER;
});

/** An array of smallint, int or bigint. Elements are checked by hand, because there can be thousands. */
export const dbInts = z.unknown().transform((value, context): number[] => {
  const ints = Array.isArray(value) ? value.map(toNumber) : [undefined];
  if (ints.every(isInt)) return ints;
  context.addIssue({ code: 'custom', message: 'not an array of integers' });
  return z.NEVER;
});

/** A timestamp column, also inside JSON. */
export const dbTime = z.unknown().transform((value, context): Date => {
  const time = typeof value === 'string' ? new Date(value) : value;
  if (time instanceof Date && !Number.isNaN(time.getTime())) return time;
  context.addIssue({ code: 'custom', message: 'not a time' });
  return z.NEVER;
});

/** The column `role` of user_account. */
export const dbRole = z.literal(ALL_ROLES);

function toNumber(value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}

function isInt(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
