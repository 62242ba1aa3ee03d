import { loadModule } from 'libpg-query';
import { z } from 'zod';
import { concurrentStatement } from '../../migrate/migration-files.js';
import type { Rule, Violation } from '../rule.js';
import { type MigrationFile, readMigration } from '../workspace/migration.js';
import type { Workspace } from '../workspace/workspace.js';
import { statementFaults } from './migration-statements.js';

const PREVIOUS_VERSION = 'libs/testing/previous-version/version.json';
const previousVersion = z.object({ migration: z.string() });
/** Of a cell, and of the directory. Up to `lastExempt` they landed before the rule: no running installation has to apply them. */
const DATABASES = [
  { file: /^prisma\/migrations\/[^/]+\/migration\.sql$/, lastExempt: '20261123080000_organization_of_messages' },
  { file: /^prisma\/directory\/migrations\/[^/]+\/migration\.sql$/, lastExempt: '20261123200000_initial' },
];

export const safeMigrations: Rule = {
  name: 'safe-migrations',
  description:
    'A migration neither stops statements of running services for long nor breaks those of the previous version (docs/adr/0041-expand-and-contract.md).',
  check: async (workspace) => {
    const databases = DATABASES.map(({ file, lastExempt }) => ({ paths: workspace.files.filter((path) => file.test(path)), lastExempt }));
    if (databases.every(({ paths }) => paths.length === 0)) return [];
    await loadModule();
    return databases.flatMap(({ paths, lastExempt }) => faultsInOrder(workspace, paths, lastExempt));
  },
};

function faultsInOrder(workspace: Workspace, paths: readonly string[], lastExempt: string): Violation[] {
  const earlier: MigrationFile[] = [];
  return paths.flatMap((path) => {
    const migration = read(workspace, path);
    if ('fix' in migration) return [migration];
    const faults = migration.name <= lastExempt ? [] : faultsOf(migration, earlier, workspace);
    if (faults.length === 0) faults.push(...unknownToTheJob(migration, workspace));
    earlier.push(migration);
    return faults;
  });
}

function read(workspace: Workspace, path: string): MigrationFile | Violation {
  try {
    return readMigration(path, workspace.read(path));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { file: path, line: 1, message: `PostgreSQL cannot parse it: ${reason}.`, fix: 'Correct the SQL.' };
  }
}

function faultsOf(migration: MigrationFile, earlier: readonly MigrationFile[], workspace: Workspace): Violation[] {
  const { path: file, contract } = migration;
  const previous = previousMigration(workspace);
  const faults = migration.statements.flatMap((statement) =>
    statementFaults(statement.node, migration, earlier).map(({ message, fix }) => ({ file, line: statement.line, message, fix })),
  );
  if (contract === undefined) return faults;
  if (!earlier.some(({ name }) => name === contract)) {
    const message = `Its contract marker names '${contract}', which is no earlier migration.`;
    const fix = 'Name the newest migration of the oldest version that works without what is removed.';
    return [...faults, { file, line: 1, message, fix }];
  }
  if (previous === undefined || contract <= previous) return faults;
  const message = `The previous version does not know ${contract}, so it does not work without what is removed: its newest migration is ${previous}.`;
  return [...faults, { file, line: 1, message, fix: 'Remove it in a later version.' }];
}

/** Of the version that runs while this one is installed. */
function previousMigration(workspace: Workspace): string | undefined {
  return workspace.has(PREVIOUS_VERSION) ? previousVersion.parse(workspace.readJson(PREVIOUS_VERSION)).migration : undefined;
}

/** The migration job recognizes a concurrent statement by its text, because the parser is not in the image. */
function unknownToTheJob({ path: file, statements }: MigrationFile, workspace: Workspace): Violation[] {
  const [only, ...more] = statements;
  const isConcurrent =
    only && (('IndexStmt' in only.node && only.node.IndexStmt.concurrent) || ('DropStmt' in only.node && only.node.DropStmt.concurrent));
  if (!only || more.length > 0 || !isConcurrent || concurrentStatement(workspace.read(file))) return [];
  const fix = 'Write CREATE INDEX CONCURRENTLY name ON table, or DROP INDEX CONCURRENTLY name; in upper case, without quotes or a schema.';
  return [{ file, line: only.line, message: 'The migration job would run this statement in a transaction.', fix }];
}
