import type { MarkdownIt, StateBlock } from 'markdown-it';

/** A `>` with nothing after it quotes the text that follows directly. Without such text, it is displayed as text, so that no character is lost. */
export function emptyQuotes(md: MarkdownIt): void {
  md.block.ruler.before('blockquote', 'empty_quote', emptyQuoteRule);
}

function emptyQuoteRule(state: StateBlock, startLine: number, endLine: number): boolean {
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4 || !isEmptyQuote(state, startLine)) return false;
  let textLine = startLine;
  while (textLine < endLine && isEmptyQuote(state, textLine)) textLine += 1;
  let end = textLine;
  while (end < endLine && !state.isEmpty(end) && (state.sCount[end] ?? 0) >= state.blkIndent && state.src[lineStart(state, end)] !== '>')
    end += 1;
  if (end < endLine && state.src[lineStart(state, end)] === '>') return false;
  if (textLine === end) writeText(state, startLine, textLine);
  else writeQuote(state, textLine, end);
  state.line = end;
  return true;
}

function writeText(state: StateBlock, startLine: number, endLine: number): void {
  state.push('paragraph_open', 'p', 1);
  const token = state.push('inline', '', 0);
  token.content = state.getLines(startLine, endLine, state.blkIndent, false).trim();
  token.map = [startLine, endLine];
  token.children = [];
  state.push('paragraph_close', 'p', -1);
}

function writeQuote(state: StateBlock, textLine: number, endLine: number): void {
  const { lineMax, parentType } = state;
  state.push('blockquote_open', 'blockquote', 1);
  state.lineMax = endLine;
  state.parentType = 'blockquote';
  state.md.block.tokenize(state, textLine, endLine);
  state.lineMax = lineMax;
  state.parentType = parentType;
  state.push('blockquote_close', 'blockquote', -1);
}

function isEmptyQuote(state: StateBlock, line: number): boolean {
  const start = lineStart(state, line);
  return state.src[start] === '>' && state.skipSpaces(start + 1) >= (state.eMarks[line] ?? 0);
}

function lineStart(state: StateBlock, line: number): number {
  return (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
}
