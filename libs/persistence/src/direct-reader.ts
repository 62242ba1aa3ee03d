import pg from 'pg';
import type { Prisma } from './generated/client.js';
import type { StatementNames } from './prepared-statements.js';
import { asSql, type SqlReader, type SqlWriter } from './rows.js';

/** A pool, or one of its connections. */
type Queryable = Pick<pg.ClientBase, 'query'>;

const INT8: number = pg.types.builtins.INT8;
const INT8_ARRAY = 1016;

/** pg's types list only some of the types that it reads. */
const parserOf: (oid: number, format?: 'text' | 'binary') => (text: string) => unknown[] = pg.types.getTypeParser;

/** A number if one can hold it. */
const int8 = (text: string): number | bigint => (Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text));

function int8Array(text: string): unknown[] {
  const elements: unknown[] = parserOf(INT8_ARRAY)(text);
  return elements.map((element) => (typeof element === 'string' ? int8(element) : element));
}

/** Values as pg reads them, but large integers as numbers. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8) return int8;
    return oid === INT8_ARRAY ? int8Array : parserOf(oid, format);
  },
};

/**
 * Runs statements with pg, without Prisma in between, which uses several times the processor time of the statement for a few rows.
 * docs/adr/0032-direct-reads.md.
 */
export class DirectReader implements SqlReader {
  constructor(
    private readonly connection: Queryable,
    private readonly names: StatementNames,
  ) {}

  async $queryRaw(statement: TemplateStringsArray | Prisma.Sql, ...given: unknown[]): Promise<unknown[]> {
    const { text, values } = asSql(statement, given);
    const { rows } = await this.connection.query<Record<string, unknown>>({ text, values, name: this.names.of(text), types });
    return rows;
  }

  protected async affectedRows(text: string, values: unknown[]): Promise<number> {
    const { rowCount } = await this.connection.query({ text, values, name: this.names.of(text) });
    return rowCount ?? 0;
  }
}

/** Also runs single statements that write, each in a transaction of its own. */
export class DirectWriter extends DirectReader implements SqlWriter {
  async $executeRaw(statement: TemplateStringsArray | Prisma.Sql, ...values: unknown[]): Promise<number> {
    const { text, values: given } = asSql(statement, values);
    return this.affectedRows(text, given);
  }
}
