import type { Rule } from '../rule.js';
import type { SourceFile } from '../workspace/source-file.js';
import { memberPath } from '../workspace/syntax.js';
import { on } from '../workspace/walk-syntax.js';

/** Files of statements, and libraries that are about statements. */
const HOMES = /\.(repository|sql)\.ts$|^libs\/(access|persistence|event-log)\//;
/** Projects without production statements. */
const NOT_JUDGED = new Set(['contracts', 'testing']);

const PRISMA_CALL = /^(find|create|update|upsert|delete|count|aggregate|groupBy)/;
const RAW = new Set(['$queryRaw', '$executeRaw', '$queryRawUnsafe', '$executeRawUnsafe']);

const MAIL_TABLES = 'a table of the mail library for the whole installation: the class holds its statements and nothing else';

/** Files with statements that are not repositories, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'libs/mail/src/mail-allowance.ts': MAIL_TABLES,
  'libs/mail/src/queued-mails.ts': MAIL_TABLES,
  'libs/mail/src/sent-mails.ts': MAIL_TABLES,
};

export const sqlInRepositories: Rule = {
  name: 'sql-in-repositories',
  description:
    'Statements, raw or of Prisma, are in <feature>.repository.ts, their parts in *.sql.ts, or in the libraries access, persistence and event-log.',
  check: (workspace) => {
    const delegates = new Set(workspace.tables.map(({ delegate }) => delegate));
    return workspace.sources
      .filter(({ path, isTest, project }) => !isTest && project.kind !== 'outside' && !NOT_JUDGED.has(project.name) && !HOMES.test(path))
      .flatMap((source) => {
        const [first] = statementsIn(source, delegates);
        const isException = EXCEPTIONS[source.path] !== undefined;
        if (first === undefined)
          return isException
            ? [{ file: source.path, line: 1, message: 'This exception has no statement.', fix: 'Remove it from the rule.' }]
            : [];
        if (isException) return [];
        return [
          {
            file: source.path,
            line: source.lineAt(first),
            message: 'A statement is outside a repository.',
            fix: 'Move it to a function of <feature>.repository.ts.',
          },
        ];
      });
  },
};

/** Offsets of raw statements, of parts of them, and of calls of the Prisma client. */
function statementsIn(source: SourceFile, delegates: ReadonlySet<string>): number[] {
  const found: number[] = [];
  source.visit(
    on('TaggedTemplateExpression', ({ tag, start }) => {
      const path = memberPath(tag);
      if (path.join('.') === 'Prisma.sql' || RAW.has(path.at(-1) ?? '')) found.push(start);
    }),
    on('CallExpression', ({ callee, start }) => {
      const path = memberPath(callee);
      const method = path.at(-1) ?? '';
      if (RAW.has(method) || (path.length >= 3 && delegates.has(path.at(-2) ?? '') && PRISMA_CALL.test(method))) found.push(start);
    }),
  );
  return found.sort((a, b) => a - b);
}
