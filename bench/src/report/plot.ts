import type { Row } from './row.js';
import { amount } from './sections.js';

const WIDTH = 980;
const LABEL_WIDTH = 230;
const BAR_WIDTH = WIDTH - LABEL_WIDTH - 170;
const LINE_HEIGHT = 26;
const TOP = 84;
const COLORS: Readonly<Record<string, string>> = {
  gateway: '#2f4b7c',
  messaging: '#4a7ab5',
  organization: '#7fa8d1',
  settings: '#a05195',
  channels: '#d45087',
  invitations: '#f1a7c3',
  notifications: '#ffb000',
  'event-queue': '#f28e2b',
  postgres: '#3f8f5f',
  redis: '#c0392b',
  nats: '#8d8d8d',
};
const OTHER = '#555555';

/** Processor time of each scenario as a bar with a part for each process, as an SVG document. Each bar has its own scale: the parts matter. */
export function plot(rows: readonly Row[], title: string): string {
  const lines = rows.filter(({ unit, total, by }) => unit === 'ms per operation' && by !== undefined && (total ?? 0) > 0);
  const height = TOP + lines.length * LINE_HEIGHT + 16;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    `<text x="16" y="26" font-size="16" font-weight="600">${escapeXml(title)}</text>`,
    '<text x="16" y="46" fill="#555">Processor time of one operation by process. The line marks a bare program with the same hops.</text>',
    legend(),
    ...lines.map((row, line) => bar(row, TOP + line * LINE_HEIGHT)),
    '</svg>',
  ].join('\n');
}

function legend(): string {
  return Object.entries(COLORS)
    .map(([name, color], index) => {
      const x = 16 + index * 95;
      return `<rect x="${x}" y="58" width="10" height="10" fill="${color}"/><text x="${x + 14}" y="67" font-size="11">${escapeXml(name)}</text>`;
    })
    .join('');
}

function bar({ name, total = 0, by = {}, bare, ratio }: Row, top: number): string {
  const parts = Object.entries(by).filter(([, ms]) => ms > 0);
  const whole = Math.max(
    parts.reduce((sum, [, ms]) => sum + ms, 0),
    bare?.total ?? 0,
    1e-9,
  );
  let x = LABEL_WIDTH;
  const drawn = parts.map(([process, ms]) => {
    const width = (ms / whole) * BAR_WIDTH;
    const part = `<rect x="${x.toFixed(1)}" y="${top}" width="${width.toFixed(1)}" height="16" fill="${COLORS[process] ?? OTHER}"><title>${escapeXml(process)} ${amount(ms)} ms</title></rect>`;
    x += width;
    return part;
  });
  const mark = bare === undefined ? '' : LABEL_WIDTH + (bare.total / whole) * BAR_WIDTH;
  const line =
    mark === ''
      ? ''
      : `<line x1="${mark.toFixed(1)}" x2="${mark.toFixed(1)}" y1="${top - 3}" y2="${top + 19}" stroke="#000" stroke-width="2"/>`;
  const said = `${amount(total)} ms${ratio === undefined ? '' : `, ${amount(ratio)} x bare`}`;
  return [
    `<text x="16" y="${top + 12}">${escapeXml(name)}</text>`,
    ...drawn,
    line,
    `<text x="${LABEL_WIDTH + BAR_WIDTH + 10}" y="${top + 12}">${escapeXml(said)}</text>`,
  ].join('');
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
