/** The signal at one moment of a run. */
export interface Moment {
  readonly seconds: number;
  /** Requests in a second that were sent at this time. */
  readonly rate: number;
  /** Requests in a second that were answered since the moment before. */
  readonly answered: number;
  /** Cores of each replica, by its name. */
  readonly cores: Readonly<Record<string, number>>;
}

export interface Run {
  readonly title: string;
  /** In cores. */
  readonly target: number;
  /** The target as a percentage of the requested processor time. */
  readonly percent: number;
  readonly moments: readonly Moment[];
  /** What happened, and when. */
  readonly marks: readonly { readonly seconds: number; readonly text: string }[];
}

const WIDTH = 860;
const HEIGHT = 380;
const LEFT = 56;
const RIGHT = WIDTH - 20;
const TOP = 70;
const BOTTOM = HEIGHT - 44;
const COLORS = ['#2f4b7c', '#f28e2b', '#3f8f5f', '#a05195'];

/** The signal of each replica over time, and its mean against the target, as an SVG document. */
export function plotRun({ title, target, percent, moments, marks }: Run): string {
  const names = [...new Set(moments.flatMap(({ cores }) => Object.keys(cores)))].sort();
  const last = Math.max(...moments.map(({ seconds }) => seconds), 1);
  const most = Math.max(target, ...moments.flatMap(({ cores }) => Object.values(cores))) * 1.15;
  const x = (seconds: number) => (LEFT + (seconds / last) * (RIGHT - LEFT)).toFixed(1);
  const y = (cores: number) => (BOTTOM - (cores / most) * (BOTTOM - TOP)).toFixed(1);
  const line = (name: string, index: number) => {
    const points = moments.flatMap(({ seconds, cores }) => (cores[name] === undefined ? [] : [`${x(seconds)},${y(cores[name])}`]));
    return `<polyline points="${points.join(' ')}" fill="none" stroke="${COLORS[index % COLORS.length]}" stroke-width="2"/>`;
  };
  const label = (name: string, index: number) =>
    `<rect x="${LEFT + index * 150}" y="42" width="10" height="10" fill="${COLORS[index % COLORS.length]}"/><text x="${LEFT + 14 + index * 150}" y="51">${escapeXml(name)}</text>`;
  const mark = ({ seconds, text }: Run['marks'][number], index: number) => {
    const side = seconds > last / 2 ? 'text-anchor="end" dx="-4"' : 'dx="4"';
    const at = `<line x1="${x(seconds)}" x2="${x(seconds)}" y1="${TOP}" y2="${BOTTOM}" stroke="#999" stroke-dasharray="2 3"/>`;
    return `${at}<text x="${x(seconds)}" y="${TOP + 12 + (index % 5) * 14}" ${side} fill="#333">${escapeXml(text)}</text>`;
  };
  const ticks = Array.from({ length: 5 }, (_, n) => (n * most) / 4);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="11">`,
    `<title>${escapeXml(title)}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    `<text x="16" y="26" font-size="15" font-weight="600">${escapeXml(title)}</text>`,
    ...names.map(label),
    ...ticks.map((cores) => `<text x="${LEFT - 6}" y="${y(cores)}" text-anchor="end" fill="#555">${cores.toFixed(2)}</text>`),
    `<line x1="${LEFT}" x2="${RIGHT}" y1="${BOTTOM}" y2="${BOTTOM}" stroke="#333"/>`,
    `<line x1="${LEFT}" x2="${RIGHT}" y1="${y(target)}" y2="${y(target)}" stroke="#c0392b" stroke-dasharray="6 4"/>`,
    `<text x="${RIGHT}" y="${y(target)}" dy="-4" text-anchor="end" fill="#c0392b">target: ${percent} % of the request, ${target.toFixed(2)} cores</text>`,
    ...names.map(line),
    ...marks.map(mark),
    ...Array.from({ length: 7 }, (_, n) => (n * last) / 6).map(
      (seconds) => `<text x="${x(seconds)}" y="${BOTTOM + 16}" text-anchor="middle" fill="#555">${seconds.toFixed(0)} s</text>`,
    ),
    `<text x="16" y="${HEIGHT - 8}" fill="#555">Processor time of each event-queue in cores, mean of 15 s.</text>`,
    '</svg>',
    '',
  ].join('\n');
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
