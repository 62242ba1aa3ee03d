import { readFileSync } from 'node:fs';
import { type Result, type Row, result } from './row.js';
import { amount, type Section } from './sections.js';

export function readResult(path: string): Result {
  return result.parse(JSON.parse(readFileSync(path, 'utf8')));
}

const WITHIN = 0.15;

/** How many rows of processor time cost the same in both runs: beside the bare program where there is one. */
export function agreement(before: readonly Row[], after: readonly Row[]): string {
  const differences = after.flatMap((row) => {
    const earlier = before.find(({ name, unit }) => name === row.name && unit === row.unit);
    const [one, other] = [costOf(earlier), costOf(row)];
    return one === undefined || other === undefined ? [] : [{ name: row.name, by: Math.abs(one - other) / Math.min(one, other) }];
  });
  const beyond = differences.filter(({ by }) => by > WITHIN).map(({ name, by }) => `${name} ${Math.round(by * 100)} %`);
  const names = beyond.length === 0 ? '' : ` The others: ${beyond.join(', ')}.`;
  return `${differences.length - beyond.length} of ${differences.length} figures of processor time agree within ${WITHIN * 100} %.${names}`;
}

/** Units of rows that are no processor time. */
const OTHER_UNITS: ReadonlySet<string | undefined> = new Set<Row['unit']>(['MB', 'kB', 'ms blocked']);

function costOf(row: Row | undefined): number | undefined {
  if (OTHER_UNITS.has(row?.unit)) return undefined;
  const cost = row?.ratio ?? row?.total;
  return cost === undefined || cost <= 0 ? undefined : cost;
}

/** The change of each row that both runs have: in all, and of the processes that changed most. */
export function comparison(before: readonly Row[], after: readonly Row[]): Section {
  const lines = after.flatMap((row) => {
    const earlier = before.find(({ name, unit }) => name === row.name && unit === row.unit);
    return earlier?.total === undefined || row.total === undefined ? [] : [lineOf(earlier, earlier.total, row, row.total)];
  });
  return {
    title: 'Change',
    columns: ['scenario', 'before', 'after', 'change', 'x bare before', 'x bare after', 'most changed'],
    lines,
  };
}

function lineOf(before: Row, totalBefore: number, after: Row, totalAfter: number): string[] {
  return [
    after.name,
    amount(totalBefore),
    `${amount(totalAfter)} ${after.unit ?? ''}`,
    change(totalBefore, totalAfter),
    amount(before.ratio),
    amount(after.ratio),
    mostChanged(before, after),
  ];
}

function change(before: number, after: number): string {
  if (before <= 0) return '';
  const percent = Math.round((after / before - 1) * 100);
  return `${percent > 0 ? '+' : ''}${percent}%`;
}

function mostChanged(before: Row, after: Row): string {
  const names = new Set([...Object.keys(before.by ?? {}), ...Object.keys(after.by ?? {})]);
  return [...names]
    .map((name) => ({ name, by: (after.by?.[name] ?? 0) - (before.by?.[name] ?? 0) }))
    .sort((one, other) => Math.abs(other.by) - Math.abs(one.by))
    .slice(0, 2)
    .map(({ name, by }) => `${name} ${by > 0 ? '+' : ''}${amount(by)}`)
    .join(', ');
}
