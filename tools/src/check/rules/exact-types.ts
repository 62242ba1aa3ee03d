import type { Expression } from 'oxc-parser';
import type { Rule } from '../rule.js';
import type { SourceFile } from '../workspace/source-file.js';
import { on } from '../workspace/walk-syntax.js';

/** Biome refuses `any`; it has no rule for double casts, and its noTsIgnore knows one of the three comments. */
export const exactTypes: Rule = {
  name: 'exact-types',
  description: 'No `as unknown as`, no comment that switches the type checker off, or the linter for a whole file.',
  check: (workspace) =>
    workspace.sources.flatMap((source) =>
      [...looseTypes(source), ...silencers(source)].map(({ at, message, fix }) => ({
        file: source.path,
        line: source.lineAt(at),
        message,
        fix,
      })),
    ),
};

function looseTypes(source: SourceFile) {
  const found: { at: number; message: string; fix: string }[] = [];
  source.visit(
    on('TSAsExpression', (node) => {
      if (!isCastToUnknown(node.expression)) return;
      found.push({
        at: node.start,
        message: 'A double cast, `as unknown as`.',
        fix: 'Parse the value with a schema, or narrow it with a type guard.',
      });
    }),
  );
  return found;
}

function isCastToUnknown(node: Expression): boolean {
  return node.type === 'TSAsExpression' && (node.typeAnnotation.type === 'TSUnknownKeyword' || node.typeAnnotation.type === 'TSAnyKeyword');
}

function silencers(source: SourceFile) {
  return source.comments.flatMap(({ value, start }) => {
    const directive = /@ts-(ignore|expect-error|nocheck)|biome-ignore-all/.exec(value)?.[0];
    return directive ? [{ at: start, message: `The comment ${directive}.`, fix: 'Correct the code that it silences.' }] : [];
  });
}
