import type { MarkdownIt, StateBlock, Token } from 'markdown-it';
import { Slot } from '../slot.js';

/**
 * Fences of three or more backticks or tildes. Their content depends on the word after them:
 *
 * - `quote`: more Markdown, as a blockquote
 * - `spoiler HEADER`: more Markdown, hidden under a header
 * - `math`: TeX
 * - a language or nothing: code
 *
 * A fence is closed by the same run of characters alone on a line. Inside a quote or spoiler every other fence opens a nested
 * one, so both longer and different fences nest; nothing nests inside code and math. An unclosed fence ends with its block.
 */
export function fences(md: MarkdownIt): void {
  md.block.ruler.at('fence', fenceRule, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
  md.renderer.rules.spoiler_open = () => '<div class="spoiler-block"><div class="spoiler-header">\n';
  md.renderer.rules.spoiler_content_open = () => '</div><div class="spoiler-content" aria-hidden="true">\n';
  md.renderer.rules.spoiler_close = () => '</div></div>\n';
}

/** The language word of a code fence; empty if there is none. */
export function languageOf(token: Token): string {
  return languages.get(token) ?? '';
}

const languages = new Slot<Token, string>();

interface Fence {
  /** The run of characters that closes it. */
  run: string;
  word: string;
  rest: string;
}

function fenceRule(state: StateBlock, startLine: number, endLine: number, isProbe: boolean): boolean {
  if (isIndentedCode(state, startLine)) return false;
  const fence = openingFence(lineText(state, startLine));
  if (fence === undefined) return false;
  if (isProbe) return true;
  const end = findEnd(state, fence, startLine + 1, endLine);
  writeFence(state, fence, startLine, end.line);
  state.line = end.isClosed ? end.line + 1 : end.line;
  return true;
}

function writeFence(state: StateBlock, fence: Fence, startLine: number, endLine: number): void {
  switch (fence.word.toLowerCase()) {
    case 'quote':
    case 'quoted':
      state.push('blockquote_open', 'blockquote', 1);
      writeBlocks(state, startLine + 1, endLine);
      state.push('blockquote_close', 'blockquote', -1);
      return;
    case 'spoiler':
      state.push('spoiler_open', 'div', 1);
      if (fence.rest !== '') writeParagraph(state, fence.rest, startLine);
      state.push('spoiler_content_open', 'div', 0);
      writeBlocks(state, startLine + 1, endLine);
      state.push('spoiler_close', 'div', -1);
      return;
    case 'math':
      state.push('math_block', 'p', 0).content = contentLines(state, startLine, endLine);
      return;
    default: {
      const token = state.push('fence', 'code', 0);
      token.content = contentLines(state, startLine, endLine);
      languages.set(token, fence.word);
    }
  }
}

function writeBlocks(state: StateBlock, startLine: number, endLine: number): void {
  const { lineMax, parentType } = state;
  state.lineMax = endLine;
  state.parentType = 'blockquote';
  state.md.block.tokenize(state, startLine, endLine);
  state.lineMax = lineMax;
  state.parentType = parentType;
}

function writeParagraph(state: StateBlock, text: string, line: number): void {
  state.push('paragraph_open', 'p', 1);
  const token = state.push('inline', '', 0);
  token.content = text;
  token.map = [line, line + 1];
  token.children = [];
  state.push('paragraph_close', 'p', -1);
}

/** The line of the closing fence, or the first line after an unclosed one. */
function findEnd(state: StateBlock, fence: Fence, from: number, endLine: number): { line: number; isClosed: boolean } {
  const open = [fence];
  for (let line = from; line < endLine; line += 1) {
    const innermost = open.at(-1) ?? fence;
    if (!state.isEmpty(line) && (state.sCount[line] ?? 0) < state.blkIndent) return { line, isClosed: false };
    if (isIndentedCode(state, line)) continue;
    const text = lineText(state, line);
    if (text.trimEnd() === innermost.run) {
      open.pop();
      if (open.length === 0) return { line, isClosed: true };
    } else if (containsBlocks(innermost)) {
      const inner = openingFence(text);
      if (inner !== undefined) open.push(inner);
    }
  }
  return { line: endLine, isClosed: false };
}

function containsBlocks(fence: Fence): boolean {
  return /^(?:quoted?|spoiler)$/i.test(fence.word);
}

function openingFence(line: string): Fence | undefined {
  const run = /^(?:`{3,}|~{3,})/.exec(line)?.[0];
  if (run === undefined) return undefined;
  const info = line.slice(run.length).trim();
  // A line with `code` in backticks is not a fence, nor is one with a further run of fence characters: their text would be lost.
  if (/[`~]/.test(info)) return undefined;
  const word = /^\S*/.exec(info)?.[0] ?? '';
  return { run, word: word.replace(/^\{?\.(?=\S)/, ''), rest: info.slice(word.length).trim() };
}

function contentLines(state: StateBlock, startLine: number, endLine: number): string {
  const content = state.getLines(startLine + 1, endLine, state.sCount[startLine] ?? 0, true);
  return content === '' || content.endsWith('\n') ? content : `${content}\n`;
}

function lineText(state: StateBlock, line: number): string {
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
}

function isIndentedCode(state: StateBlock, line: number): boolean {
  return (state.sCount[line] ?? 0) - state.blkIndent >= 4;
}
