import { type Row, UNITS } from './row.js';

export interface Section {
  readonly title: string;
  readonly columns: readonly string[];
  readonly lines: readonly (readonly string[])[];
}

/** The order of the columns, and short names for them. Other processes follow as they are called. */
const PROCESSES: Readonly<Record<string, string>> = {
  gateway: 'gateway',
  messaging: 'messag.',
  organization: 'organiz.',
  settings: 'settings',
  channels: 'channels',
  invitations: 'invit.',
  notifications: 'notif.',
  'event-queue': 'ev-queue',
  postgres: 'postgres',
  redis: 'redis',
  nats: 'nats',
};

const TITLES: Readonly<Record<(typeof UNITS)[number], string>> = {
  'ms per operation': 'Processor milliseconds per operation',
  'us per recipient': 'Processor microseconds per recipient',
  'ms per second': 'Processor milliseconds per second',
  MB: 'Memory in MB (PSS)',
  kB: 'Memory in kB (PSS)',
  'ms per start': 'Processor milliseconds per start',
  'ms in a browser': 'Web app: milliseconds in the browser',
  'MB in a browser': 'Web app: memory of its scripts in MB',
  'kB on the wire': 'Web app: kB that the browser receives',
  'ms blocked': 'Longest block of the event loop in milliseconds',
};

/** The rows as tables, one for each unit, and one of those that failed. */
export function sectionsOf(rows: readonly Row[]): Section[] {
  const failed = rows.filter(({ error }) => error !== undefined);
  const sections = UNITS.map((unit) =>
    section(
      TITLES[unit],
      rows.filter((row) => row.unit === unit && row.error === undefined),
    ),
  );
  return [
    ...sections.filter(({ lines }) => lines.length > 0),
    ...(failed.length === 0
      ? []
      : [{ title: 'Failed', columns: ['scenario', 'reason'], lines: failed.map(({ name, error = '' }) => [name, error]) }]),
  ];
}

interface Column {
  readonly title: string;
  cell(row: Row): string;
}

function section(title: string, rows: readonly Row[]): Section {
  const names = new Set(rows.flatMap(({ by }) => Object.keys(by ?? {})));
  const processes = [...Object.keys(PROCESSES).filter((name) => names.has(name)), ...[...names].filter((name) => !(name in PROCESSES))];
  const columns: Column[] = [
    { title: 'scenario', cell: ({ name }) => name },
    { title: 'in all', cell: ({ total }) => amount(total) },
    ...processes.map((name) => ({ title: PROCESSES[name] ?? name, cell: ({ by }: Row) => amount(by?.[name]) })),
    { title: '+-', cell: ({ spread }) => (spread === undefined ? '' : `${(spread * 100).toFixed(0)}%`) },
    { title: 'p50 ms', cell: ({ p50 }) => amount(p50) },
    { title: 'p99 ms', cell: ({ p99 }) => amount(p99) },
    { title: 'per s', cell: ({ perSecond }) => amount(perSecond) },
    { title: 'bare', cell: ({ bare }) => amount(bare?.total) },
    { title: 'bare per s', cell: ({ bare }) => amount(bare?.perSecond) },
    { title: 'x bare', cell: ({ ratio }) => amount(ratio) },
    { title: 'note', cell: ({ note = '' }) => note },
  ];
  const used = columns.filter(({ cell }) => rows.some((row) => cell(row) !== ''));
  return { title, columns: used.map((column) => column.title), lines: rows.map((row) => used.map(({ cell }) => cell(row))) };
}

/** Three digits that matter. */
export function amount(value: number | undefined): string {
  if (value === undefined) return '';
  const size = Math.abs(value);
  if (size >= 100) return value.toFixed(0);
  if (size >= 10) return value.toFixed(1);
  return value.toFixed(2);
}

/** For a terminal. */
export function textOf(sections: readonly Section[]): string {
  return sections.map(({ title, columns, lines }) => [title, ...aligned([columns, ...lines])].join('\n')).join('\n\n');
}

export function markdownOf(sections: readonly Section[]): string {
  return sections
    .map(({ title, columns, lines }) => {
      const rule = columns.map((column, index) => (index === 0 || column === 'note' || column === 'reason' ? '---' : '--:'));
      return [`### ${title}`, '', ...[columns, rule, ...lines].map((line) => `| ${line.map(escaped).join(' | ')} |`)].join('\n');
    })
    .join('\n\n');
}

function aligned(lines: readonly (readonly string[])[]): string[] {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines.map((line) =>
    line
      .map((cell, column) =>
        column === 0 || column === line.length - 1 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}

function escaped(cell: string): string {
  return cell.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
