import { dirname, join } from 'node:path/posix';
import type { Rule, Violation } from '../rule.js';
import type { SourceFile } from '../workspace/source-file.js';

/** Values for the documentation of declarations, whose types the same declarations have. */
const EXAMPLES = 'examples';

/** An import of one feature folder from another. */
interface Crossing extends Pick<Violation, 'file' | 'line'> {
  readonly app: string;
  readonly from: string;
  readonly to: string;
}

export const featureFolders: Rule = {
  name: 'feature-folders',
  description: 'Two feature folders of an app, or of contracts, do not import each other, also not types.',
  check: (workspace) => {
    const crossings = workspace.sources.filter((source) => !source.isTest).flatMap(crossingsOf);
    const directions = new Set(crossings.map(({ app, from, to }) => `${app} ${from} ${to}`));
    return crossings
      .filter(({ app, from, to }) => from < to && directions.has(`${app} ${to} ${from}`))
      .map(({ file, line, from, to }) => ({
        file,
        line,
        message: `The folders ${from} and ${to} import each other.`,
        fix: 'Move what both need into one of them, or into a third folder.',
      }));
  },
};

function crossingsOf(source: SourceFile): Crossing[] {
  const [, app, from] = /^((?:apps\/[^/]+|libs\/contracts)\/src)\/([^/]+)\//.exec(source.path) ?? [];
  if (app === undefined || from === undefined || from === EXAMPLES) return [];
  return source.imports.flatMap(({ specifier, line }) => {
    const [, to] = new RegExp(`^${app}/([^/]+)/`).exec(join(dirname(source.path), specifier)) ?? [];
    return specifier.startsWith('.') && to !== undefined && to !== from ? [{ app, from, to, file: source.path, line }] : [];
  });
}
