import type { Row } from './report/row.js';
import type { Bench } from './scenarios/scenario.js';

/**
 * Runs one scenario after the other. One that fails gives a row that says why, and the others run.
 * @param onRows called after each scenario with all rows so far, to write them
 */
export async function runScenarios<B extends Pick<Bench, 'progress' | 'renew'>>(
  scenarios: readonly { readonly name: string; run(bench: B): Promise<readonly Row[]> }[],
  bench: B,
  onRows: (rows: readonly Row[]) => void,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [index, scenario] of scenarios.entries()) {
    bench.progress(`${index + 1}/${scenarios.length} ${scenario.name}`);
    const made = await scenario.run(bench).catch(async (error: unknown): Promise<Row[]> => {
      await bench.renew();
      return [{ name: scenario.name, error: reasonOf(error) }];
    });
    rows.push(...made);
    for (const row of made) bench.progress(`  ${shortly(row)}`);
    onRows(rows);
  }
  return rows;
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
