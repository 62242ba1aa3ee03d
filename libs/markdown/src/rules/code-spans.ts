import type { MarkdownIt, StateInline } from 'markdown-it';
import { Slot } from '../slot.js';

/** Code between two equally long runs of backticks. Unlike in CommonMark, outer spaces are kept: `` ` a ` `` is ` a `. */
export function codeSpans(md: MarkdownIt): void {
  md.inline.ruler.at('backticks', codeSpanRule);
}

function codeSpanRule(state: StateInline, isProbe: boolean): boolean {
  if (state.src[state.pos] !== '`') return false;
  const start = state.pos;
  const length = runLength(state.src, start);
  const end = nextRuns(state).get(start);
  if (end === undefined || end + length > state.posMax) {
    if (!isProbe) state.pending += state.src.slice(start, start + length);
    state.pos = start + length;
    return true;
  }
  if (!isProbe) {
    const token = state.push('code_inline', 'code', 0);
    token.markup = '`'.repeat(length);
    token.content = state.src.slice(start + length, end).replaceAll('\n', ' ');
  }
  state.pos = end + length;
  return true;
}

const cachedRuns = new Slot<StateInline, ReadonlyMap<number, number>>();

/** For each run of backticks, the position of the next run of the same length. Computed once per text, in a single pass. */
function nextRuns(state: StateInline): ReadonlyMap<number, number> {
  const known = cachedRuns.get(state);
  if (known !== undefined) return known;
  const found = new Map<number, number>();
  const lastOfLength = new Map<number, number>();
  for (const { 0: run, index } of state.src.matchAll(/`+/g)) {
    const last = lastOfLength.get(run.length);
    if (last !== undefined) found.set(last, index);
    lastOfLength.set(run.length, index);
  }
  cachedRuns.set(state, found);
  return found;
}

function runLength(source: string, start: number): number {
  let end = start;
  while (source[end] === '`') end += 1;
  return end - start;
}
