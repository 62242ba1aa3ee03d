import { type BenchFigures, PARTS } from './bench-figures.js';
import type { Plan } from './plan.js';

const count = (value: number) => Math.round(value).toLocaleString('en-US');
const decimal = (value: number) => (value < 10 ? value.toFixed(1) : count(value));

/** For the terminal. */
export function shownPlan({ load, cells, parts, connectionsPerCell, sendsOfOneOrganization, source }: Plan): string {
  const rows = parts.map(({ part, cores, units, memory, shareOfOne }) => [
    part,
    count(units),
    decimal(cores),
    decimal(memory / 1_000),
    shareOfOne >= 1 ? 'all' : multiple(shareOfOne),
  ]);
  const order = [...parts].sort((a, b) => a.shareOfOne - b.shareOfOne);
  const [first, second] = order.map(({ part, shareOfOne }) => `${part} at ${multiple(shareOfOne)}`);
  const memory = parts.reduce((sum, each) => sum + each.memory, 0);
  return [
    `${count(load.organizations)} organizations, ${count(load.online)} people online, ${count(load.sendsPerSecond)} sends a second, each to ${count(load.recipients)} held polls; ${decimal(load.registrationsPerSecond)} registrations a second; ${Math.round(load.use * 100)} % of each processor used.`,
    `Figures: ${source}.`,
    '',
    table(['', 'units', 'cores', 'GB', 'one carries'], rows),
    '',
    `Cells: ${count(cells)}, each with a PostgreSQL of ${count(load.postgresCores)} cores. Redis nodes: ${count(unitsOf(parts, 'redis'))}. Memory: ${decimal(memory / 1_000)} GB, without caches of PostgreSQL.`,
    `Connections: at most ${count(connectionsPerCell)} to the PostgreSQL of each cell${connectionsPerCell > 300 ? ': put PgBouncer in front' : ''}.`,
    `With one of each, full first: ${first} of this load, then ${second}.`,
    `No number of units helps one organization beyond ${count(sendsOfOneOrganization)} sends a second on the machine of the figures: its messages take their order from one row.`,
  ].join('\n');
}

function multiple(share: number): string {
  return `${count(share * 100) === '0' || share < 0.1 ? (share * 100).toPrecision(2) : count(share * 100)} %`;
}

function unitsOf(parts: Plan['parts'], wanted: string): number {
  return parts.find(({ part }) => part === wanted)?.units ?? 0;
}

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = titles.map((title, column) => Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)));
  const line = (cells: readonly string[]) =>
    cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  ');
  return [titles, ...rows].map(line).join('\n');
}

/** For docs/scale.md: what one core of each part carries in a second, if it does nothing else. */
export function unitsTable(figures: BenchFigures): string {
  const each = (milliseconds: number) => (milliseconds < 0.005 ? '' : count(1_000 / milliseconds));
  const deliveries = (milliseconds: number) => (milliseconds < 0.01 ? '' : count(1_000 / milliseconds));
  const kilobytes = (value: number) => (value < 0.5 ? '' : value.toFixed(1));
  const rows = PARTS.map((part) =>
    [
      part,
      each(figures.send[part]),
      deliveries(figures.delivery[part]),
      each(figures.registration[part]),
      each(figures.presence[part]),
      each(figures.poll[part]),
      count(figures.memory[part]),
      kilobytes(figures.queueMemory[part]),
      kilobytes(figures.heldPollMemory[part]),
    ].join(' | '),
  );
  return [
    `Figures: ${figures.source}.`,
    '',
    '| a core of | sends | deliveries | registrations | presence reports | empty polls | MB of one | kB of a queue | kB of a held poll |',
    '| --- | --: | --: | --: | --: | --: | --: | --: | --: |',
    ...rows.map((row) => `| ${row} |`),
  ].join('\n');
}
