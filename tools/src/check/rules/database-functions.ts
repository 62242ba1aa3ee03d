import type { Rule, Violation } from '../rule.js';
import { SHARED_TABLES } from '../table-rule.js';
import { sqlWrites } from '../workspace/sql-in-source.js';
import type { Workspace } from '../workspace/workspace.js';

const FUNCTION_FILE = /^prisma\/functions\/([^/]+)\/([^/]+)\.sql$/;
const ARCHITECTURE = 'docs/ARCHITECTURE.md';

/** Tables that a function writes although its folder does not own them, with reasons. */
const FOREIGN_WRITES: Readonly<Record<string, { readonly table: string; readonly reason: string }>> = {
  'prisma/functions/event-log/event_log_erase_texts.sql': {
    table: 'text_to_erase',
    reason: 'forgets what messaging asked to have erased, once it is erased',
  },
};

export const databaseFunctions: Rule = {
  name: 'database-functions',
  description:
    'Each SQL function is in prisma/functions/<owner>/<function>.sql, names its callers, writes tables of its owner only, and is in ARCHITECTURE if another service writes through it.',
  check: (workspace) => [
    ...workspace.files.filter((file) => file.startsWith('prisma/functions/')).flatMap((file) => faultsOf(file, workspace)),
    ...listedWithoutFile(workspace),
  ],
};

function faultsOf(file: string, workspace: Workspace): Violation[] {
  const [, owner = '', name = ''] = FUNCTION_FILE.exec(file) ?? [];
  const owners = new Set(workspace.tables.map((table) => table.owner));
  const place = 'Move it to prisma/functions/<owner>/<function>.sql, where <owner> has a file in prisma/schema.';
  if (!owners.has(owner)) return [{ file, line: 1, message: 'This is not a function of an owner of tables.', fix: place }];
  const sql = workspace.read(file);
  return [...headerFaults(file, sql), ...definitionFaults(file, name, sql), ...writeFaults(file, owner, sql, workspace)];
}

function headerFaults(file: string, sql: string): Violation[] {
  const header = sql.slice(0, Math.max(0, sql.indexOf('CREATE ')));
  return ['Called by:', 'Writes:']
    .filter((part) => !header.includes(`-- ${part} `))
    .map((part) => ({ file, line: 1, message: `The header does not say "${part}".`, fix: 'Add the line, as in the other functions.' }));
}

function definitionFaults(file: string, name: string, sql: string): Violation[] {
  const faults: Violation[] = [];
  const defined = [...sql.matchAll(/^CREATE (OR REPLACE )?FUNCTION (\w+)/gm)];
  if (defined.length !== 1 || defined[0]?.[1] === undefined || defined[0][2] !== name) {
    const fix = 'Write one CREATE OR REPLACE FUNCTION, and give the file its name.';
    faults.push({ file, line: 1, message: `The file does not define the function ${name}, and no other, repeatably.`, fix });
  }
  const isDefiner = sql.includes('SECURITY DEFINER');
  if (isDefiner && !/SECURITY DEFINER SET search_path = /.test(sql)) {
    const fix = 'Add SET search_path = public, pg_temp.';
    faults.push({ file, line: 1, message: 'A SECURITY DEFINER function does not set its search_path.', fix });
  }
  if (isDefiner && !new RegExp(`^REVOKE ALL ON FUNCTION ${name}\\(.*\\) FROM PUBLIC;$`, 'm').test(sql)) {
    const fix = 'Revoke it from PUBLIC, and grant it to the roles that call it.';
    faults.push({ file, line: 1, message: 'Every role may call this SECURITY DEFINER function.', fix });
  }
  return faults;
}

function writeFaults(file: string, owner: string, sql: string, workspace: Workspace): Violation[] {
  const byTable = new Map(workspace.tables.map((model) => [model.table, model]));
  const written = new Set(sqlWrites(codeOf(sql)).flatMap(({ table }) => (table !== undefined && byTable.has(table) ? [table] : [])));
  const foreign = [...written].filter((table) => {
    return byTable.get(table)?.owner !== owner && FOREIGN_WRITES[file]?.table !== table;
  });
  const faults = foreign.map((table) => ({
    file,
    line: 1,
    message: `A function of ${owner} writes ${table}, which belongs to ${byTable.get(table)?.owner}.`,
    fix: 'Move the function to the folder of the owner of the table.',
  }));
  const name = FUNCTION_FILE.exec(file)?.[2] ?? '';
  const callers = [...sql.matchAll(/ TO ((?:parley_\w+(?:, )?)+);/g)].flatMap(([, roles = '']) => roles.split(', '));
  const crosses = written.size > 0 && callers.some((role) => role !== `parley_${owner.replaceAll('-', '_')}`);
  // The log has no role of its own: every service writes it.
  const isOfSharedTables = [...written].every((table) => SHARED_TABLES.some((shared) => shared.table === table));
  if (!crosses || isOfSharedTables || architecture(workspace).includes(`\`${name}\``)) return faults;
  const message = `Other services write tables of ${owner} through this function, but ${ARCHITECTURE} does not list it.`;
  return [...faults, { file, line: 1, message, fix: 'Add it to the table of crossings there, or use an outbox call.' }];
}

/** Functions in the table of crossings that do not exist. */
function listedWithoutFile(workspace: Workspace): Violation[] {
  const existing = new Set(workspace.files.map((file) => FUNCTION_FILE.exec(file)?.[2]));
  const lines = architecture(workspace).split('\n');
  const start = lines.findIndex((line) => line.startsWith('| function |'));
  if (start < 0) return [];
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'));
  return lines.slice(start + 2, end < 0 ? undefined : end).flatMap((line, index) => {
    const names = [...(line.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
    return names
      .filter((name) => !existing.has(name))
      .map((name) => ({
        file: ARCHITECTURE,
        line: start + index + 3,
        message: `There is no function ${name}.`,
        fix: 'Remove it from the table.',
      }));
  });
}

function architecture(workspace: Workspace): string {
  return workspace.has(ARCHITECTURE) ? workspace.read(ARCHITECTURE) : '';
}

function codeOf(sql: string): string {
  return sql.replaceAll(/--.*$/gm, '');
}
