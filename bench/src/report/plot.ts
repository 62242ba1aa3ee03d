import type { Row } from './row.js';

const WIDTH = 920;
const LABEL_WIDTH = 330;
const BAR_WIDTH = WIDTH - LABEL_WIDTH - 150;
const LINE_HEIGHT = 40;
const TOP = 56;

/** Bars of the suite (dark) above those of the bare program (light), each pair with its own scale, as an SVG document. */
export function plot(rows: readonly Row[], title: string): string {
  const lines = rows.filter((row) => row.ceiling !== undefined);
  const height = TOP + lines.length * LINE_HEIGHT + 24;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="13">`,
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    `<text x="16" y="26" font-size="16" font-weight="600">${escapeXml(title)}</text>`,
    `<text x="16" y="44" fill="#666">dark: Parley; light: a bare program doing only what cannot be left out, in the same run</text>`,
    ...lines.map((row, line) => bars(row, TOP + line * LINE_HEIGHT)),
    '</svg>',
  ].join('\n');
}

function bars(row: Row, top: number): string {
  const unit = row.measured.kilobytes === undefined ? '/s' : ' kB';
  const measured = row.measured.kilobytes ?? row.measured.perSecond ?? 0;
  const bare = row.ceiling?.kilobytes ?? row.ceiling?.perSecond ?? 0;
  const scale = BAR_WIDTH / Math.max(measured, bare, 1e-9);
  const bar = (value: number, offset: number, color: string) =>
    `<rect x="${LABEL_WIDTH}" y="${top + offset}" width="${(value * scale).toFixed(1)}" height="13" rx="2" fill="${color}"/>` +
    `<text x="${(LABEL_WIDTH + value * scale + 6).toFixed(1)}" y="${top + offset + 11}" fill="#333" font-size="11">${value.toFixed(unit === '/s' ? 0 : 1)}${unit}</text>`;
  return [`<text x="16" y="${top + 18}">${escapeXml(row.scenario)}</text>`, bar(measured, 2, '#2f4b7c'), bar(bare, 17, '#c3cfe2')].join(
    '\n',
  );
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
