import { Prisma } from './generated/client.js';

const MARK = '/* prepared */';

/**
 * Prefix of a statement that runs often and reads rows by their keys: each connection parses it once, and plans it once if PostgreSQL finds that
 * the values do not lead to a better plan (plan_cache_mode=auto). For a statement that reads a few rows, parsing and planning cost more than
 * running.
 *
 * Not for statements whose best plan depends on their values (search), nor for texts with many variants (most narrows). The result columns must
 * keep their types in all migrations (cast them, or return JSON): a connection that has prepared the statement rejects it if the types change.
 */
export const PREPARED = Prisma.raw(MARK);

/**
 * An array whose length the planner does not see, for PREPARED statements. It would plan a short list anew each time, because the plan for
 * lists of unknown length looks more expensive.
 */
export function ofUnknownLength(array: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(SELECT ${array})`;
}

/** Prepared texts of one process: each costs memory on every connection. Further texts are parsed each time. */
export const MAX_PREPARED = 100;

/** Assigns names to marked statements, by their text. */
export class StatementNames {
  private readonly names = new Map<string, string>();

  constructor(private readonly most = MAX_PREPARED) {}

  /** Empty, which is PostgreSQL's unnamed statement, if it is not to be prepared. */
  of(text: string): string {
    if (!text.trimStart().startsWith(MARK)) return '';
    const known = this.names.get(text);
    if (known !== undefined) return known;
    if (this.names.size >= this.most) return '';
    const name = `parley_${this.names.size}`;
    this.names.set(text, name);
    return name;
  }
}
