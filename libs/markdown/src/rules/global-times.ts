import type { MarkdownIt, StateInline } from 'markdown-it';
import { escapeHtml } from '../escape-html.js';

/**
 * `<time:2026-11-21T09:00:00+01:00>` or `<time:1795248000>` becomes `<time datetime="2026-11-21T08:00:00Z">...</time>`, which clients
 * display in the reader's time zone. A time without a zone is UTC. An invalid time becomes `<span class="timestamp-error">`.
 */
export function globalTimes(md: MarkdownIt): void {
  md.inline.ruler.before('strikethrough', 'global_time', globalTimeRule);
  md.renderer.rules.global_time = (tokens, index) => {
    const text = tokens[index]?.content ?? '';
    const written = escapeHtml(text);
    const time = parseTime(text);
    return time === undefined
      ? `<span class="timestamp-error">Invalid time format: ${written}</span>`
      : `<time datetime="${time.toISOString().replace('.000Z', 'Z')}">${written}</time>`;
  };
}

const timeForm = /<time:([^>\n]{1,100})>/y;

function globalTimeRule(state: StateInline, isProbe: boolean): boolean {
  if (state.src[state.pos] !== '<') return false;
  timeForm.lastIndex = state.pos;
  const match = timeForm.exec(state.src);
  if (match === null || state.pos + match[0].length > state.posMax) return false;
  if (!isProbe) state.push('global_time', 'time', 0).content = match[1] ?? '';
  state.pos += match[0].length;
  return true;
}

const unixSeconds = /^-?\d{1,11}(?:\.\d{1,9})?$/;
const isoTime = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

function parseTime(text: string): Date | undefined {
  const trimmed = text.trim();
  const time = unixSeconds.test(trimmed) ? new Date(Math.floor(Number(trimmed)) * 1000) : parseIsoTime(trimmed);
  return time === undefined || Number.isNaN(time.getTime()) || time.getTime() < 0 ? undefined : time;
}

function parseIsoTime(text: string): Date | undefined {
  const match = isoTime.exec(text);
  if (match === null) return undefined;
  const [, day, clock = '00:00', zone = 'Z'] = match;
  const offset = /^([+-]\d\d):?(\d\d)?$/.exec(zone);
  const time = new Date(`${day}T${clock}${offset === null ? 'Z' : `${offset[1]}:${offset[2] ?? '00'}`}`);
  time.setUTCMilliseconds(0);
  return time;
}
