import type { MarkdownIt } from 'markdown-it';

/** `*em*`, `**strong**`, `***both***` and `~~del~~`. Underscores are letters: names like `snake_case_name` stay as they are. */
export function emphasis(md: MarkdownIt): void {
  md.inline.ruler.before('emphasis', 'underscores_are_text', (state, isProbe) => {
    const end = endOfRun(state.src, state.pos, state.posMax);
    if (end === state.pos) return false;
    if (!isProbe) state.pending += state.src.slice(state.pos, end);
    state.pos = end;
    return true;
  });
  md.renderer.rules.s_open = () => '<del>';
  md.renderer.rules.s_close = () => '</del>';
}

function endOfRun(source: string, start: number, limit: number): number {
  let end = start;
  while (end < limit && source[end] === '_') end += 1;
  return end;
}
