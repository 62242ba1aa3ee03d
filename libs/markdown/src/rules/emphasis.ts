import type { MarkdownIt, StateInline } from 'markdown-it';

/**
 * `*em*`, `**strong**`, `***both***` and `~~del~~`, each within one line. Underscores are ordinary characters, so names like `snake_case_name` do not
 * change. Three tildes and more are text.
 */
export function emphasis(md: MarkdownIt): void {
  md.inline.ruler.before('emphasis', 'underscores_are_text', (state, isProbe) => {
    const end = endOfRun(state.src, state.pos, state.posMax, '_');
    if (end === state.pos) return false;
    if (!isProbe) state.pending += state.src.slice(state.pos, end);
    state.pos = end;
    return true;
  });
  md.inline.ruler.before('strikethrough', 'longer_tildes_are_text', (state, isProbe) => {
    const end = endOfRun(state.src, state.pos, state.posMax, '~');
    if (end - state.pos < 3) return false;
    if (!isProbe) state.pending += state.src.slice(state.pos, end);
    state.pos = end;
    return true;
  });
  md.inline.ruler2.before('balance_pairs', 'pairs_within_a_line', pairsWithinALine);
  md.renderer.rules.s_open = () => '<del>';
  md.renderer.rules.s_close = () => '</del>';
}

/** Delimiters are paired within a list, so those of each line get their own list. */
function pairsWithinALine(state: StateInline): boolean {
  const inLinks = state.tokens_meta.flatMap((meta) => (meta?.delimiters === undefined ? [] : [meta.delimiters]));
  const all = [state.delimiters, ...inLinks].filter(({ length }) => length > 0);
  if (all.length === 0) return false;
  const breaks = state.tokens.flatMap(({ type }, index) => (type === 'softbreak' || type === 'hardbreak' ? [index] : []));
  if (breaks.length === 0) return false;
  for (const delimiters of all) {
    const [first = [], ...later] = byLine(delimiters, breaks);
    delimiters.splice(0, delimiters.length, ...first);
    for (const line of later) state.tokens_meta.push({ delimiters: line });
  }
  return false;
}

function byLine(delimiters: StateInline['delimiters'], breaks: readonly number[]): StateInline['delimiters'][] {
  const lines: StateInline['delimiters'][] = [[]];
  let passed = 0;
  for (const delimiter of delimiters) {
    const before = passed;
    while ((breaks[passed] ?? Number.POSITIVE_INFINITY) < delimiter.token) passed += 1;
    if (passed > before) lines.push([]);
    lines.at(-1)?.push(delimiter);
  }
  return lines;
}

function endOfRun(source: string, start: number, limit: number, sign: string): number {
  let end = start;
  while (end < limit && source[end] === sign) end += 1;
  return end;
}
