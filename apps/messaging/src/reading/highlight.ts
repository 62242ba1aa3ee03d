/** Runs of text between tags; in attributes quotes may hold a ">". */
const TAG = /<(?:[^"'>]|"[^"]*"|'[^']*')*>/g;
/** A character reference, or a word with what may join its parts. */
const WORD = /&(?:#?\w+);|[\p{L}\p{N}]+(?:[-_.@/+':][\p{L}\p{N}]+)*/gu;
const PART = /[\p{L}\p{N}]+/gu;

/** Marking up inside a formula would end it. */
const FORMULA = 'math';

/** All words of texts in HTML, whole and in parts, each once. */
export function wordsOf(htmls: readonly string[]): string[] {
  const words = new Set<string>();
  for (const html of htmls) {
    for (const run of html.split(TAG)) {
      for (const [word] of run.matchAll(WORD)) {
        if (word.startsWith('&')) continue;
        words.add(word);
        for (const [part] of word.matchAll(PART)) words.add(part);
      }
    }
  }
  return [...words];
}

/** The HTML with what was found marked; nothing else of it changes. A word of parts is marked whole where none of its parts was found. */
export function highlight(html: string, isFound: (word: string) => boolean): string {
  let marked = '';
  let from = 0;
  let formulas = 0;
  const text = (until: number) => {
    const run = html.slice(from, until);
    marked += formulas > 0 ? run : highlightText(run, isFound);
  };
  for (const { 0: tag, index } of html.matchAll(TAG)) {
    text(index);
    marked += tag;
    from = index + tag.length;
    if (isTagOf(tag, `<${FORMULA}`)) formulas += 1;
    else if (isTagOf(tag, `</${FORMULA}`)) formulas -= 1;
  }
  text(html.length);
  return marked;
}

function isTagOf(tag: string, beginning: string): boolean {
  return tag.startsWith(beginning) && !/\w/.test(tag.charAt(beginning.length));
}

function highlightText(text: string, isFound: (word: string) => boolean): string {
  const mark = (word: string) => (isFound(word) ? `<span class="highlight">${word}</span>` : word);
  return text.replace(WORD, (word) => {
    if (word.startsWith('&')) return word;
    const parts = word.replace(PART, mark);
    return parts === word ? mark(word) : parts;
  });
}
