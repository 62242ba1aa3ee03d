import type { MarkdownIt, StateBlock } from 'markdown-it';

/**
 * Bullets `-`, `*`, `+` and numbers `1.`. All kinds of bullets belong to one list; `1)` is text. A line indented by two spaces belongs
 * to the item above it, also below a number. A list may directly follow a paragraph, but one that begins with a number other than 1 only
 * inside an item, because a line of prose may begin with a year.
 */
export function lists(md: MarkdownIt): void {
  md.block.ruler.at('list', listRule, { alt: ['paragraph', 'reference', 'blockquote'] });
}

/** Indentation that makes a line part of the item above it. */
const NESTING_INDENT = 2;
/** Indentation of code, after a marker or relative to a block. */
const CODE_INDENT = 4;

interface Marker {
  /** Undefined for bullets. */
  readonly number: number | undefined;
  /** Position of the first character after it. */
  readonly end: number;
}

function listRule(state: StateBlock, startLine: number, endLine: number, isProbe: boolean): boolean {
  const first = markerAt(state, startLine);
  if (first === undefined || isCode(state, startLine)) return false;
  const isOfOuterList = state.listIndent >= 0 && indentOf(state, startLine) - state.listIndent >= CODE_INDENT;
  if (isOfOuterList && indentOf(state, startLine) < state.blkIndent) return false;
  if (isProbe) return state.parentType !== 'paragraph' || mayInterrupt(state, startLine, first);
  const isOrdered = first.number !== undefined;
  const listIndex = state.tokens.length;
  const open = isOrdered ? state.push('ordered_list_open', 'ol', 1) : state.push('bullet_list_open', 'ul', 1);
  if (isOrdered && first.number !== 1) open.attrs = [['start', String(first.number)]];
  const { parentType } = state;
  state.parentType = 'list';
  const { line, isTight } = writeItems(state, startLine, endLine, first);
  state.parentType = parentType;
  state.push(isOrdered ? 'ordered_list_close' : 'bullet_list_close', isOrdered ? 'ol' : 'ul', -1);
  open.map = [startLine, line];
  state.line = line;
  if (isTight) hideParagraphs(state, listIndex);
  return true;
}

/** Whether a marker may end a paragraph. If not, its line is probably prose. */
function mayInterrupt(state: StateBlock, line: number, { number, end }: Marker): boolean {
  if (indentOf(state, line) < state.blkIndent) return true;
  const isEmpty = state.skipSpaces(end) >= (state.eMarks[line] ?? 0);
  return !isEmpty && (number === undefined || number === 1 || state.listIndent >= 0);
}

function writeItems(state: StateBlock, startLine: number, endLine: number, first: Marker): { line: number; isTight: boolean } {
  const terminators = state.md.block.ruler.getRules('list');
  let isTight = true;
  let line = startLine;
  for (let marker: Marker | undefined = first; marker !== undefined; marker = nextMarker()) {
    const item = writeItem(state, line, endLine, marker);
    isTight &&= item.isTight;
    line = state.line;
    const endsInGap = line - item.line > 1 && state.isEmpty(line - 1);
    if (endsInGap && nextMarker() !== undefined) isTight = false;
  }
  return { line, isTight };

  function nextMarker(): Marker | undefined {
    if (line >= endLine || indentOf(state, line) < state.blkIndent || isCode(state, line)) return undefined;
    if (terminators.some((rule) => rule(state, line, endLine, true))) return undefined;
    const marker = markerAt(state, line);
    return (marker?.number === undefined) === (first.number === undefined) ? marker : undefined;
  }
}

/** Writes the item that begins in this line, and sets `state.line` to the line after it. */
function writeItem(state: StateBlock, line: number, endLine: number, { end }: Marker): { line: number; isTight: boolean } {
  const markerIndent = indentOf(state, line);
  const bMark = state.bMarks[line] ?? 0;
  const max = state.eMarks[line] ?? 0;
  const afterMarker = markerIndent + end - (bMark + (state.tShift[line] ?? 0));
  let textIndent = afterMarker;
  let textStart = end;
  for (; textStart < max && /[ \t]/.test(state.src.charAt(textStart)); textStart += 1) {
    textIndent += state.src.charAt(textStart) === '\t' ? 4 - ((textIndent + (state.bsCount[line] ?? 0)) % 4) : 1;
  }
  const isEmpty = textStart >= max;
  const usualIndent = isEmpty || textIndent - afterMarker > CODE_INDENT ? afterMarker + 1 : textIndent;
  const isNarrow = hasNarrowLine(state, line + 1, endLine, markerIndent, usualIndent);
  const itemIndent = isNarrow ? markerIndent + NESTING_INDENT : usualIndent;
  const open = state.push('list_item_open', 'li', 1);
  const { tight, listIndent } = state;
  const [tShift = 0, sCount = 0] = [state.tShift[line], state.sCount[line]];
  state.listIndent = state.blkIndent;
  state.blkIndent = itemIndent;
  state.tight = true;
  // The parser removes the indentation of the item from a line, which can be narrower than the marker.
  if (isNarrow) state.bMarks[line] = textStart;
  state.tShift[line] = isNarrow ? 0 : textStart - bMark;
  state.sCount[line] = itemIndent + Math.max(0, textIndent - usualIndent);
  if (isEmpty && state.isEmpty(line + 1)) state.line = Math.min(line + 2, endLine);
  else state.md.block.tokenize(state, line, endLine);
  const isTight = state.tight;
  state.blkIndent = state.listIndent;
  state.listIndent = listIndent;
  state.tight = tight;
  state.bMarks[line] = bMark;
  state.tShift[line] = tShift;
  state.sCount[line] = sCount;
  state.push('list_item_close', 'li', -1);
  open.map = [line, state.line];
  return { line, isTight };
}

/** Whether a line of the item is indented less than its text, such as two spaces below a number. */
function hasNarrowLine(state: StateBlock, from: number, endLine: number, markerIndent: number, usualIndent: number): boolean {
  for (let line = from; line < endLine; line += 1) {
    if (state.isEmpty(line)) continue;
    const indent = indentOf(state, line);
    if (indent < markerIndent + NESTING_INDENT) return false;
    if (indent < usualIndent) return true;
  }
  return false;
}

function markerAt(state: StateBlock, line: number): Marker | undefined {
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
  const found = /^(?:[-*+]|(\d{1,9})\.)(?=[ \t]|$)/.exec(state.src.slice(start, Math.min(start + 11, state.eMarks[line] ?? 0)));
  return found === null ? undefined : { number: found[1] === undefined ? undefined : Number(found[1]), end: start + found[0].length };
}

function hideParagraphs(state: StateBlock, listIndex: number): void {
  const level = state.level + 2;
  // Only what this list wrote: a text may hold thousands of lists.
  for (const token of state.tokens.slice(listIndex + 1)) {
    if (token.level === level && (token.type === 'paragraph_open' || token.type === 'paragraph_close')) token.hidden = true;
  }
}

function isCode(state: StateBlock, line: number): boolean {
  return indentOf(state, line) - state.blkIndent >= CODE_INDENT;
}

function indentOf(state: StateBlock, line: number): number {
  return state.sCount[line] ?? 0;
}
