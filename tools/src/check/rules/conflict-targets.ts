import type { Rule } from '../rule.js';
import { textsIn } from '../workspace/sql-in-source.js';

/** An insert up to its conflict target. Keywords must be upper case. */
const UPSERT = /\bINSERT INTO ([a-z_]+)\b(?:(?!\bINSERT INTO\b)[\s\S])*?\bON CONFLICT \(([a-z_, ]+)\)/g;

export const conflictTargets: Rule = {
  name: 'conflict-targets',
  description:
    'ON CONFLICT names the whole primary key of its table, with organization_id. PostgreSQL refuses a part of it, but only at run time.',
  check: (workspace) => {
    const keys = new Map(workspace.tables.map(({ table, primaryKey }) => [table, primaryKey]));
    return workspace.sources
      .filter(({ project }) => project.name !== 'tools')
      .flatMap((source) =>
        textsIn(source).flatMap(({ text, start }) =>
          [...text.matchAll(UPSERT)].flatMap((match) => {
            const [statement, table = '', columns = ''] = match;
            const key = keys.get(table) ?? [];
            const named = columns.split(', ');
            const isKeyWithoutOrganization = key.includes('organization_id') && isSame([...named, 'organization_id'], key);
            if (!isKeyWithoutOrganization) return [];
            const line = source.lineAt(start) + text.slice(0, match.index + statement.length).split('\n').length - 1;
            const message = `ON CONFLICT (${columns}) is not the primary key of ${table}.`;
            return [{ file: source.path, line, message, fix: `Write ON CONFLICT (${key.join(', ')}).` }];
          }),
        ),
      );
  },
};

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((each) => others.includes(each));
}
