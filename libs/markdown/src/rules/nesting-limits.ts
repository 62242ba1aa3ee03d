import type { MarkdownIt, StateBlock, StateCore, Token } from 'markdown-it';
import { limits } from '../limits.js';

/** Beyond these limits the text is kept without the structure, so that neither the server nor clients recurse without bound. */
export function nestingLimits(md: MarkdownIt): void {
  md.block.ruler.before('table', 'deep_text', deepTextRule);
  md.block.ruler.before('table', 'oversized_table', oversizedTableRule);
  md.core.ruler.push('flat_emphasis', flattenEmphasis);
}

function deepTextRule(state: StateBlock, startLine: number, endLine: number): boolean {
  if (state.level < limits.blockLevels) return false;
  writeAsText(state, startLine, endLine);
  return true;
}

/** Short rows are filled to the width of the header: 1,600 columns and 1,700 empty rows would become megabytes. */
function oversizedTableRule(state: StateBlock, startLine: number, endLine: number, isProbe: boolean): boolean {
  if (isProbe || !/^[ \t>]*[|:-][-:| \t]*$/.test(sourceLine(state, startLine + 1))) return false;
  const columns = sourceLine(state, startLine).split('|').length;
  const last = endOfText(state, startLine, endLine);
  if (columns * (last - startLine) <= limits.tableCells) return false;
  writeAsText(state, startLine, last);
  return true;
}

function sourceLine(state: StateBlock, line: number): string {
  return state.src.slice(state.bMarks[line], state.eMarks[line]);
}

function endOfText(state: StateBlock, startLine: number, endLine: number): number {
  let line = startLine;
  while (line < endLine && !state.isEmpty(line)) line += 1;
  return line;
}

function writeAsText(state: StateBlock, startLine: number, endLine: number): void {
  const last = endOfText(state, startLine, endLine);
  state.line = last;
  state.push('paragraph_open', 'p', 1);
  const token = state.push('inline', '', 0);
  token.content = state.getLines(startLine, last, state.blkIndent, false).trim();
  token.map = [startLine, last];
  token.children = [];
  state.push('paragraph_close', 'p', -1);
}

const emphasisType = /^(?:em|strong|s)_(?:open|close)$/;

function flattenEmphasis({ tokens }: StateCore): void {
  for (const token of tokens) {
    if (token.children !== null) token.children = withinDepth(token.children);
  }
}

function withinDepth(tokens: readonly Token[]): Token[] {
  let depth = 0;
  return tokens.filter(({ type, nesting }) => {
    if (!emphasisType.test(type)) return true;
    if (nesting === 1) depth += 1;
    const isKept = depth <= limits.inlineLevels;
    if (nesting === -1) depth -= 1;
    return isKept;
  });
}
