import { PROJECTS } from '../dependency-rule.js';
import type { Rule, Violation } from '../rule.js';
import { SHARED_TABLES } from '../table-rule.js';
import type { PrismaModel } from '../workspace/prisma-schema.js';
import { prismaWritesIn } from '../workspace/prisma-writes.js';
import type { SourceFile } from '../workspace/source-file.js';
import { sqlWrites, textsIn } from '../workspace/sql-in-source.js';
import type { Workspace } from '../workspace/workspace.js';

export const tableWriters: Rule = {
  name: 'table-writers',
  description: 'Each database table is written by one app only: the one named by prisma/schema/<app>.prisma.',
  check: (workspace) => [
    ...workspace.tables.flatMap(ownerFault),
    ...tablesWithoutModel(workspace),
    ...workspace.sources.filter(isJudged).flatMap((source) => writeFaults(source, workspace)),
  ],
};

/** Tests and their factories insert rows directly; tools seed and migrate. Neither runs in production. */
function isJudged(source: SourceFile): boolean {
  return source.project.kind !== 'outside' && source.project.name !== 'testing' && !source.isTest;
}

function ownerFault({ owner, file, line, name }: PrismaModel): Violation[] {
  if (owner in PROJECTS) return [];
  return [
    {
      file,
      line,
      message: `${name} has no writer: ${owner} is not a project.`,
      fix: 'Move the model to prisma/schema/<app that writes it>.prisma.',
    },
  ];
}

/** Migrations are written by hand. A table that they create without a model would escape this rule. */
function tablesWithoutModel(workspace: Workspace): Violation[] {
  const known = new Set(workspace.tables.map(({ table }) => table));
  const migrations = workspace.files.filter((file) => /^prisma\/migrations\/.*\.sql$/.test(file));
  for (const file of migrations) {
    for (const [, before = '', after = ''] of workspace.read(file).matchAll(/^ALTER TABLE (\w+) RENAME TO (\w+)/gm)) {
      if (known.has(after)) known.add(before);
    }
  }
  return migrations.flatMap((file) => {
    const lines = workspace.read(file).split('\n');
    return lines.flatMap((text, index) => {
      const table = /^\s*CREATE TABLE (?:IF NOT EXISTS )?"?([a-z_][a-z0-9_]*)"?(?!.*PARTITION OF)/.exec(text)?.[1];
      if (!table || known.has(table)) return [];
      const message = `The table ${table} has no model in prisma/schema, so its writer is unknown.`;
      return [{ file, line: index + 1, message, fix: 'Mirror it in prisma/schema/<app that writes it>.prisma.' }];
    });
  });
}

function writeFaults(source: SourceFile, workspace: Workspace): Violation[] {
  const byTable = new Map(workspace.tables.map((model) => [model.table, model]));
  const bySql = textsIn(source).flatMap(({ text, start }) =>
    sqlWrites(text).map(({ table, offset }) => ({
      at: start + offset,
      table,
      model: table === undefined ? undefined : byTable.get(table),
    })),
  );
  const byPrisma = prismaWritesIn(source, workspace.tables).map(({ model, at }) => ({ at, table: model.table, model }));
  return [...bySql, ...byPrisma].flatMap(({ at, table, model }) => {
    const line = source.lineAt(at);
    if (table === undefined) {
      return [
        {
          file: source.path,
          line,
          message: 'A statement writes to a table that a variable names.',
          fix: 'Write the table into the statement, so that its writer can be checked.',
        },
      ];
    }
    return model && !mayWrite(source, model) ? [foreignWrite(source, line, model)] : [];
  });
}

function mayWrite(source: SourceFile, { table, owner }: PrismaModel): boolean {
  const shared = SHARED_TABLES.find((each) => each.table === table);
  if (shared) return Object.keys(shared.writers).some((path) => source.path.startsWith(path));
  return source.project.name === owner;
}

function foreignWrite(source: SourceFile, line: number, { table, owner }: PrismaModel): Violation {
  const shared = SHARED_TABLES.find((each) => each.table === table);
  const writers = shared ? Object.keys(shared.writers).join(', ') : `apps/${owner}`;
  return {
    file: source.path,
    line,
    message: `${source.project.name} writes the table ${table}, whose writer is ${writers}.`,
    fix: shared ? 'Append events through @parley/event-log.' : `Declare a service call of ${owner} in libs/contracts and call it.`,
  };
}
