const ELLIPSIS = '…';
/** How much of a text may be given up for a boundary between words. */
const SLACK = 0.2;
/** The start of an entity or of a pair of surrogates that the cut would divide. */
const DIVIDED = /(?:&#?\w{0,31}|[\ud800-\udbff])$/;

/** At most `limit` UTF-16 units. A longer text ends between two words, with an ellipsis. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const kept = text.slice(0, limit - ELLIPSIS.length);
  const boundary = kept.search(/\s\S*$/);
  const whole = boundary > limit * (1 - SLACK) ? kept.slice(0, boundary) : kept.replace(DIVIDED, '');
  return whole.trimEnd() + ELLIPSIS;
}

/** A whole message. Fences that the cut leaves open are closed, so that what is inside stays inside. */
export function cutMessage(content: string, limit: number): string {
  if (content.length <= limit) return content;
  const open = openFences(content.slice(0, limit));
  const closing = open.map((run) => `\n${run}`).join('');
  // The last kept line can be the start of a fence.
  const kept = cut(content, limit - closing.length - 1);
  return openFences(kept).join() === open.join()
    ? kept + closing
    : `${cut(kept.slice(0, kept.lastIndexOf('\n')), limit - closing.length - 1)}${closing}`;
}

/** The runs of the fences that are open at the end of a text, the innermost first. */
function openFences(text: string): string[] {
  const open: { readonly run: string; readonly holdsBlocks: boolean }[] = [];
  for (const line of text.split('\n')) {
    const [, run, words = ''] = /^(`{3,}|~{3,})([^`~]*)$/.exec(line) ?? [];
    if (run === undefined) continue;
    const word = words.trimStart();
    const [innermost] = open;
    if (innermost !== undefined && word === '' && innermost.run === run) open.shift();
    else if (innermost === undefined || innermost.holdsBlocks) open.unshift({ run, holdsBlocks: /^(?:quoted?|spoiler)\b/i.test(word) });
  }
  return open.map(({ run }) => run);
}
