import type { Rule } from '../rule.js';
import { on } from '../workspace/walk-syntax.js';

export const barrels: Rule = {
  name: 'barrels',
  description: 'Apps have no index.ts and no `export * from`: imports show where things are declared.',
  check: (workspace) =>
    workspace.sources
      .filter((source) => source.project.kind === 'app')
      .flatMap((source) => {
        const isIndex = source.path.endsWith('/index.ts');
        if (isIndex)
          return [{ file: source.path, line: 1, message: 'An index.ts inside an app.', fix: 'Import the files themselves and delete it.' }];
        const lines: number[] = [];
        source.visit(on('ExportAllDeclaration', (node) => lines.push(source.lineAt(node.start))));
        return lines.map((line) => ({
          file: source.path,
          line,
          message: '`export * from` inside an app.',
          fix: 'Import from the file that declares it.',
        }));
      }),
};
