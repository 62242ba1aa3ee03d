import type { CallExpression, Expression } from 'oxc-parser';
import type { Rule } from '../rule.js';
import type { SourceFile } from '../workspace/source-file.js';
import { memberPath } from '../workspace/syntax.js';
import { on } from '../workspace/walk-syntax.js';

/** Their second argument is the schema of a row. `select` has it first. */
const READS_ROWS = new Set(['rows', 'firstRow', 'onlyRow', 'parsedRows', 'select']);

export const schemasMadeOnce: Rule = {
  name: 'schemas-made-once',
  description: 'A schema is not made in the call that parses with it: compiling it takes a hundred times as long as parsing.',
  check: (workspace) =>
    workspace.sources
      .filter(({ isTest, project }) => !isTest && project.kind !== 'outside' && project.name !== 'testing')
      .flatMap((source) =>
        schemasMadeInCalls(source).map((at) => ({
          file: source.path,
          line: source.lineAt(at),
          message: 'A schema that is made for each call.',
          fix: 'Make it a constant of the file.',
        })),
      ),
};

function schemasMadeInCalls(source: SourceFile): number[] {
  const found: number[] = [];
  source.visit(
    on('CallExpression', (call) => {
      if (parsesWithNewSchema(call) || readsWithNewSchema(call)) found.push(call.start);
    }),
  );
  return found;
}

/** `z.object({ ... }).parse(value)` */
function parsesWithNewSchema({ callee }: CallExpression): boolean {
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'CallExpression') return false;
  return /^(safeParse|parse)/.test(memberPath(callee).at(-1) ?? '') && makesSchema(callee.object);
}

/** `rows(reader, z.object({ ... }), statement)` */
function readsWithNewSchema({ callee, arguments: given }: CallExpression): boolean {
  if (callee.type !== 'Identifier' || !READS_ROWS.has(callee.name)) return false;
  return given.some((argument) => argument.type === 'CallExpression' && (makesSchema(argument) || derivesSchema(argument)));
}

/** `row.extend({ ... })`, `row.pick({ ... })` */
function derivesSchema({ callee }: CallExpression): boolean {
  return /^(extend|pick|omit|partial)$/.test(memberPath(callee).at(-1) ?? '');
}

/** `z.object(...)`, `z.array(...).nullable()` */
function makesSchema(expression: Expression): boolean {
  if (expression.type !== 'CallExpression') return false;
  const path = memberPath(expression.callee);
  if (path[0] === 'z') return true;
  return expression.callee.type === 'MemberExpression' && makesSchema(expression.callee.object);
}
