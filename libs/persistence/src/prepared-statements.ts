import { Prisma } from './generated/client.js';

const MARK = '/* prepared */';

/**
 * Put before a statement that runs often and reads rows by their keys: each connection parses it once, and plans it once where PostgreSQL finds
 * no better plan in the values (plan_cache_mode=auto). Parsing and planning cost more than running where all it reads is a few rows.
 *
 * Not for statements whose best plan depends on their values (pages of a feed, search), nor for texts that come in many forms.
 * Columns of the answer must keep their types whatever a migration does (cast them, or answer with JSON): a connection that has the statement
 * refuses to run it with other types.
 */
export const PREPARED = Prisma.raw(MARK);

/** Texts of one process that are prepared: each costs memory on every connection. What comes later is parsed each time. */
const MOST_PREPARED = 100;

/** Names for statements that are marked, by their text. */
export class StatementNames {
  private readonly names = new Map<string, string>();

  /** Empty, PostgreSQL's name of the unnamed statement: it is not prepared. */
  of(text: string): string {
    if (!text.trimStart().startsWith(MARK)) return '';
    const known = this.names.get(text);
    if (known !== undefined) return known;
    if (this.names.size >= MOST_PREPARED) return '';
    const name = `parley_${this.names.size}`;
    this.names.set(text, name);
    return name;
  }
}
