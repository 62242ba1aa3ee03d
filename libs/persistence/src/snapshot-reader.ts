import type pg from 'pg';
import type { Prisma } from './generated/client.js';
import { BEGIN_READING, endAfterFailure, sendTogether } from './one-message.js';
import type { StatementNames } from './prepared-statements.js';
import { asSql, type SqlReader } from './rows.js';

/**
 * Runs each statement in a transaction of its own that joins one exported snapshot. Begin, statement and end go to PostgreSQL as one message, so a
 * statement takes one round trip, and no connection is held between two statements. The snapshot lives as long as the transaction that exported it.
 */
export class SnapshotReader implements SqlReader {
  private isClosed = false;

  /** `joining`: statements that join the snapshot. */
  constructor(
    private readonly pool: pg.Pool,
    private readonly names: StatementNames,
    private readonly joining: string,
  ) {}

  async $queryRaw(statement: TemplateStringsArray | Prisma.Sql, ...values: unknown[]): Promise<unknown[]> {
    if (this.isClosed) throw new Error('the transaction of this reader has ended');
    const connection = await this.pool.connect();
    const before = `${BEGIN_READING};\n${this.joining}`;
    try {
      const results = await sendTogether(connection, this.names, { before, statements: [asSql(statement, values)], after: 'ROLLBACK' });
      connection.release();
      return results.at(-2)?.rows ?? [];
    } catch (error) {
      await endAfterFailure(connection);
      throw error;
    }
  }

  /** Refuses further statements, because the snapshot may have ended. */
  close(): void {
    this.isClosed = true;
  }
}
