import type { Prisma, SqlReader } from '@parley/persistence';

/** The statement that a repository sends first. */
export async function statementOf(read: (reader: SqlReader) => Promise<unknown>): Promise<Prisma.Sql> {
  const statements: Prisma.Sql[] = [];
  const reader: SqlReader = {
    $queryRaw: (statement) => {
      if ('text' in statement) statements.push(statement);
      return Promise.resolve([]);
    },
  };
  await read(reader).catch(() => undefined);
  const [first] = statements;
  if (first === undefined) throw new Error('no statement was sent');
  return first;
}
