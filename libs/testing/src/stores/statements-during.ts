import pg from 'pg';

const UNCOUNTED = /^(BEGIN[^\n]*$|COMMIT|ROLLBACK|SET TRANSACTION)|(UPDATE|FROM) outbox_call\b/i;

/**
 * The SQL statements that this process sends while `work` runs, without transaction control. For tests that the number of statements is constant:
 * run it with a small and with a large input, and compare. Includes statements of services started in this process, except the periodic outbox
 * sweep.
 */
export async function statementsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = [];
  const original = pg.Client.prototype.query;
  pg.Client.prototype.query = new Proxy(original, {
    apply: (target, client, args: readonly unknown[]) => {
      const [query] = args;
      const text = textOf(query);
      if (typeof text === 'string' && !UNCOUNTED.test(text)) sent.push(text);
      return Reflect.apply(target, client, [...args]);
    },
  });
  try {
    await work();
  } finally {
    pg.Client.prototype.query = original;
  }
  return sent;
}

function textOf(query: unknown): unknown {
  if (typeof query !== 'object' || query === null) return query;
  // Persistence names the statement of a message that has several.
  if ('statement' in query && query.statement !== undefined) return query.statement;
  return 'text' in query ? query.text : undefined;
}
