import type pg from 'pg';
import { z } from 'zod';
import { amount, type Section } from '../report/sections.js';

const TOP_STATEMENTS = 12;
const TEXT_LENGTH = 60;
const MAX_TABLES = 6;

/** PostgreSQL loads the module at its next start. The bench restarts it between its two steps. */
export async function recordStatements(client: pg.Client): Promise<void> {
  await client.query(`ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'`);
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
}

/** From now on, with the time of planning. */
export async function beginStatements(client: pg.Client): Promise<void> {
  await client.query('ALTER SYSTEM SET pg_stat_statements.track_planning = on');
  await client.query('SELECT pg_reload_conf()');
  await client.query('SELECT pg_stat_statements_reset()');
}

const count = z.coerce.number();
const statementRow = z.object({
  query: z.string(),
  calls: count,
  plans: count,
  plan_ms: z.number(),
  run_ms: z.number(),
  rows: count,
  blocks: count,
});
export type StatementRow = z.infer<typeof statementRow>;

export async function readStatements(client: pg.Client): Promise<StatementRow[]> {
  const { rows } = await client.query(`
    SELECT query, calls, plans, total_plan_time AS plan_ms, total_exec_time AS run_ms, rows, shared_blks_hit + shared_blks_read AS blocks
    FROM pg_stat_statements WHERE query NOT LIKE '%pg_stat_statements%'
    ORDER BY total_plan_time + total_exec_time DESC LIMIT ${TOP_STATEMENTS}`);
  return z.array(statementRow).parse(rows);
}

/**
 * The statements that took most of PostgreSQL's time. Many pages for few rows mean a plan that reads too much. As many plans as calls mean
 * that a statement is planned each time.
 */
export function statementsSection(rows: readonly StatementRow[]): Section {
  return {
    title: 'PostgreSQL: statements by time, per call',
    columns: ['tables', 'calls', 'plans', 'plan ms', 'run ms', 'rows', 'pages', 'statement'],
    lines: rows.map(({ query, calls, plans, plan_ms, run_ms, rows: found, blocks }) => [
      tablesOf(query),
      String(calls),
      String(plans),
      ...[plan_ms, run_ms, found, blocks].map((sum) => amount(sum / calls)),
      query
        .replace(/\/\*.*?\*\//gs, '')
        .replace(/\s+/g, ' ')
        .trim()
        .slice(0, TEXT_LENGTH),
    ]),
  };
}

/** The texts of many statements begin alike, so their tables tell them apart. */
function tablesOf(query: string): string {
  const names = [...query.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE)\s+([a-z_]+)/g)].map(([, name = '']) => name);
  return [...new Set(names)].slice(0, MAX_TABLES).join(' ');
}
