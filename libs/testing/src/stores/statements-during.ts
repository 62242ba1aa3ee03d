import pg from 'pg';

const UNCOUNTED = /^(BEGIN|COMMIT|ROLLBACK|SET TRANSACTION)|(UPDATE|FROM) owed_call\b/i;

/**
 * The SQL statements this process sends while `work` runs, transaction control left out. For promises that a cost does not depend on a number:
 * run it with a little and with a lot, and compare. Counts those of services started in this process too, but for the look after owed calls,
 * which goes on by itself.
 */
export async function statementsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = [];
  const original = pg.Client.prototype.query;
  pg.Client.prototype.query = new Proxy(original, {
    apply: (target, client, args: readonly unknown[]) => {
      const [query] = args;
      const text = typeof query === 'object' && query !== null && 'text' in query ? query.text : query;
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
