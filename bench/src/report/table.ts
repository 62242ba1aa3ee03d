import type { Figures, Row } from './row.js';

const COLUMNS = ['scenario', 'p50 ms', 'p95 ms', 'p99 ms', 'per s', 'kB', 'bare p50', 'bare per s', 'bare kB', 'ratio'];

/** The report as text: each figure next to its ceiling from the same run. */
export function table(rows: readonly Row[]): string {
  const lines = [COLUMNS, ...rows.map(cells)];
  const widths = COLUMNS.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) => line.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  '))
    .join('\n');
}

function cells({ scenario, measured, ceiling, ratio }: Row): string[] {
  const bare: Figures = ceiling ?? {};
  return [
    scenario,
    number(measured.p50, 1),
    number(measured.p95, 1),
    number(measured.p99, 1),
    number(measured.perSecond, 0),
    number(measured.kilobytes, 1),
    number(bare.p50, 1),
    number(bare.perSecond, 0),
    number(bare.kilobytes, 1),
    number(ratio, 2),
  ];
}

function number(value: number | undefined, digits: number): string {
  return value === undefined ? '' : value.toFixed(digits);
}
