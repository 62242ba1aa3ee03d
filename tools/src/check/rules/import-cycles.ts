import { dirname, join } from 'node:path/posix';
import type { Rule, Violation } from '../rule.js';
import type { SourceFile } from '../workspace/source-file.js';

export const importCycles: Rule = {
  name: 'import-cycles',
  description: 'There are no import cycles at run time.',
  check: (workspace) => {
    const byPath = new Map(workspace.sources.map((source) => [source.path, source]));
    return findCycles(byPath).map((cycle) => violation(cycle, byPath));
  },
};

function targets(source: SourceFile, byPath: ReadonlyMap<string, SourceFile>): string[] {
  return source.imports
    .filter(({ specifier, isTypeOnly }) => specifier.startsWith('.') && !isTypeOnly)
    .map(({ specifier }) => join(dirname(source.path), specifier).replace(/\.js$/, '.ts'))
    .filter((path) => byPath.has(path));
}

/** One cycle per back edge of a depth-first search: enough to find every knot without listing all paths through it. */
function findCycles(byPath: ReadonlyMap<string, SourceFile>): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const trail: string[] = [];
  const walk = (path: string) => {
    const back = trail.indexOf(path);
    if (back !== -1) cycles.push(trail.slice(back));
    const source = byPath.get(path);
    if (back !== -1 || done.has(path) || !source) return;
    trail.push(path);
    for (const target of targets(source, byPath)) walk(target);
    trail.pop();
    done.add(path);
  };
  for (const path of byPath.keys()) walk(path);
  return cycles;
}

function violation(cycle: readonly string[], byPath: ReadonlyMap<string, SourceFile>): Violation {
  const file = cycle[0] ?? '';
  const next = cycle[1] ?? file;
  const closing = byPath.get(file)?.imports.find(({ specifier }) => join(dirname(file), specifier).replace(/\.js$/, '.ts') === next);
  return {
    file,
    line: closing?.line ?? 1,
    message: `Import cycle: ${[...cycle, file].join(' -> ')}.`,
    fix: 'Move what both need into a third file.',
  };
}
