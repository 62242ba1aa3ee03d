import type { Rule, Violation } from '../rule.js';
import type { SourceFile } from '../workspace/source-file.js';
import { keyName, memberPath } from '../workspace/syntax.js';
import { on } from '../workspace/walk-syntax.js';

/** Paths that may read the environment, with reasons. */
const READERS: Readonly<Record<string, string>> = {
  'libs/runtime/': 'parses the configuration of a service once at boot',
  'e2e/': 'the test runner tells it which suite to test',
  'tools/': 'passes the environment on to the processes it starts',
};

export const processEnv: Rule = {
  name: 'process-env',
  description: 'The environment is read in libs/runtime, tools and e2e only.',
  check: (workspace) =>
    workspace.sources
      .filter((source) => !Object.keys(READERS).some((path) => source.path.startsWith(path)))
      .flatMap((source) => readsOf(source).map((at) => violation(source, at))),
};

/** `process.env`, `process['env']`, `const { env } = process` and `import { env } from 'node:process'`. */
function readsOf(source: SourceFile): number[] {
  const reads: number[] = [];
  source.visit(
    on('MemberExpression', (node) => {
      if (/^(globalThis\.)?process\.env$/.test(memberPath(node).join('.'))) reads.push(node.start);
    }),
    on('VariableDeclarator', ({ id, init }) => {
      if (id.type !== 'ObjectPattern' || init?.type !== 'Identifier' || init.name !== 'process') return;
      for (const property of id.properties) {
        if (property.type === 'Property' && keyName(property.key) === 'env') reads.push(property.start);
      }
    }),
    on('ImportDeclaration', ({ source: from, specifiers }) => {
      if (from.value !== 'node:process' && from.value !== 'process') return;
      for (const specifier of specifiers) {
        const isEnv = specifier.type === 'ImportSpecifier' && specifier.imported.type === 'Identifier' && specifier.imported.name === 'env';
        if (isEnv) reads.push(specifier.start);
      }
    }),
  );
  return reads;
}

function violation(source: SourceFile, at: number): Violation {
  return {
    file: source.path,
    line: source.lineAt(at),
    message: 'The environment is read outside libs/runtime.',
    fix: 'Add the variable to the configuration in libs/runtime, which reports all errors together, and read it from there.',
  };
}
