import { mergedRow } from './report/merge.js';
import type { Row } from './report/row.js';
import type { Bench, Scenario } from './scenarios/scenario.js';

type Runner = Pick<Bench, 'progress' | 'renew' | 'turns' | 'beginTurn'>;
type Runnable<B> = Pick<Scenario, 'name' | 'turns'> & { run(bench: B): Promise<readonly Row[]> };

/**
 * Runs the scenarios in their order; those that take turns, all of them once, then all of them again. One that fails gives a row that says why, and
 * the others run.
 * @param onRows called after each scenario with all rows so far, to write them
 */
export async function runScenarios<B extends Runner>(
  scenarios: readonly Runnable<B>[],
  bench: B,
  onRows: (rows: readonly Row[]) => void,
): Promise<Row[]> {
  const made = new Map<string, Row[]>();
  const rows = () => [...made.values()].map(mergedRow);
  let begun = 0;
  for (const group of inGroups(scenarios)) {
    const turns = group[0]?.turns === undefined ? 1 : bench.turns;
    const failed = new Set<string>();
    for (let turn = 0; turn < turns; turn += 1) {
      bench.beginTurn(turn, turns);
      for (const scenario of group.filter(({ name }) => !failed.has(name))) {
        bench.progress(turn === 0 ? `${++begun}/${scenarios.length} ${scenario.name}` : `again, ${turn + 1}/${turns}: ${scenario.name}`);
        for (const row of await rowsOf(scenario, bench)) {
          if (row.error === undefined) made.set(row.name, [...(made.get(row.name) ?? []), row]);
          else made.set(row.name, [row]);
          if (row.error !== undefined) failed.add(scenario.name);
          bench.progress(`  ${shortly(row)}`);
        }
        onRows(rows());
      }
    }
  }
  return rows();
}

async function rowsOf<B extends Runner>(scenario: Runnable<B>, bench: B): Promise<readonly Row[]> {
  try {
    return await scenario.run(bench);
  } catch (error) {
    await bench.renew();
    return [{ name: scenario.name, error: reasonOf(error) }];
  }
}

function inGroups<T extends Pick<Scenario, 'turns'>>(scenarios: readonly T[]): T[][] {
  const groups: T[][] = [];
  for (const scenario of scenarios) {
    const last = groups.at(-1);
    if (last !== undefined && scenario.turns !== undefined && last[0]?.turns === scenario.turns) last.push(scenario);
    else groups.push([scenario]);
  }
  return groups;
}

export function hasFailed(rows: readonly Row[]): boolean {
  return rows.some(({ error }) => error !== undefined);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

function shortly({ name, error, total, unit, p50, perSecond, ratio }: Row): string {
  if (error !== undefined) return `${name}: FAILED: ${error}`;
  const parts = [
    total === undefined ? undefined : `${total.toFixed(2)} ${unit ?? ''}`,
    ratio === undefined ? undefined : `${ratio.toFixed(1)} x bare`,
    p50 === undefined ? undefined : `p50 ${p50.toFixed(1)} ms`,
    perSecond === undefined ? undefined : `${perSecond.toFixed(0)} a second`,
  ];
  return `${name}: ${parts.filter((part) => part !== undefined).join(', ')}`;
}
