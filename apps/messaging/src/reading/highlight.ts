/** A tag. Quoted attribute values may contain ">". */
const TAG = /<(?:[^"'>]|"[^"]*"|'[^']*')*>/g;
/** A character reference, or a word with characters that join its parts. */
const WORD = /&(?:#?\w+);|[\p{L}\p{N}]+(?:[-_.@/+':][\p{L}\p{N}]+)*/gu;
const PART = /[\p{L}\p{N}]+/gu;

/** A formula is not highlighted, because markup inside would break it. */
const FORMULA = 'math';

/** All distinct words in the text of HTML, whole and in parts. */
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

/** Marks found words in the HTML and changes nothing else. A compound word is marked as a whole if none of its parts was found. */
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
