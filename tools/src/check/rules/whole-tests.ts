import type { Rule } from '../rule.js';
import { memberPath } from '../workspace/syntax.js';
import { on } from '../workspace/walk-syntax.js';

const SUITES = new Set(['it', 'test', 'describe']);
const DODGES = new Set(['skip', 'only', 'todo', 'failing']);
const OLD_DODGES = new Set(['xit', 'xtest', 'xdescribe', 'fit', 'fdescribe']);

export const wholeTests: Rule = {
  name: 'whole-tests',
  description: 'No test is skipped, focused, a todo or expected to fail.',
  check: (workspace) =>
    workspace.sources
      .filter((source) => source.isTest)
      .flatMap((source) => {
        const found: { at: number; name: string }[] = [];
        source.visit(
          on('MemberExpression', (node) => {
            const path = memberPath(node);
            if (SUITES.has(path[0] ?? '') && DODGES.has(path.at(-1) ?? '')) found.push({ at: node.start, name: path.join('.') });
          }),
          on('CallExpression', ({ callee, start }) => {
            if (callee.type === 'Identifier' && OLD_DODGES.has(callee.name)) found.push({ at: start, name: callee.name });
          }),
        );
        return found.map(({ at, name }) => ({
          file: source.path,
          line: source.lineAt(at),
          message: `${name} leaves tests out of the run.`,
          fix: 'Make the test pass, or delete it.',
        }));
      }),
};
