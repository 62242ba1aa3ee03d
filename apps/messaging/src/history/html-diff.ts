/** Above this number of comparisons, the differing part counts as replaced. */
const MAX_COMPARISONS = 1_000_000;

/**
 * The new HTML with additions and deletions marked word by word, as clients show edits: spans of the classes highlight_text_inserted and
 * highlight_text_deleted. Tags are those of the new text.
 */
export function htmlDiff(before: string, after: string): string {
  const old = pieces(before);
  const fresh = pieces(after);
  const start = commonStart(old, fresh);
  const end = commonEnd(old.slice(start), fresh.slice(start));
  const middle = changes(old.slice(start, old.length - end), fresh.slice(start, fresh.length - end));
  return fresh.slice(0, start).join('') + marked(middle) + fresh.slice(fresh.length - end).join('');
}

/** Tags, words and white space. */
function pieces(html: string): string[] {
  return html.match(/<[^>]*>|\s+|[^<\s]+/g) ?? [];
}

function commonStart(a: readonly string[], b: readonly string[]): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
}

function commonEnd(a: readonly string[], b: readonly string[]): number {
  return commonStart([...a].reverse(), [...b].reverse());
}

type Kind = 'same' | 'inserted' | 'deleted';
interface Change {
  readonly kind: Kind;
  readonly piece: string;
}

function changes(old: readonly string[], fresh: readonly string[]): Change[] {
  const all = (kind: Kind, list: readonly string[]) => list.map((piece) => ({ kind, piece }));
  if (old.length * fresh.length > MAX_COMPARISONS) return [...all('deleted', old), ...all('inserted', fresh)];
  const lengths = commonLengths(old, fresh);
  const found: Change[] = [];
  let [o, f] = [0, 0];
  while (o < old.length && f < fresh.length) {
    const [oldPiece = '', freshPiece = ''] = [old[o], fresh[f]];
    if (oldPiece === freshPiece) {
      found.push({ kind: 'same', piece: freshPiece });
      o += 1;
      f += 1;
    } else if (at(lengths, o + 1, f) >= at(lengths, o, f + 1)) {
      found.push({ kind: 'deleted', piece: oldPiece });
      o += 1;
    } else {
      found.push({ kind: 'inserted', piece: freshPiece });
      f += 1;
    }
  }
  return [...found, ...all('deleted', old.slice(o)), ...all('inserted', fresh.slice(f))];
}

/** Length of the longest common subsequence of the rest of both lists, by the start of each rest. */
function commonLengths(old: readonly string[], fresh: readonly string[]): number[][] {
  const rows: number[][] = Array.from({ length: old.length + 1 }, () => new Array<number>(fresh.length + 1).fill(0));
  for (let o = old.length - 1; o >= 0; o -= 1) {
    const row = rows[o] ?? [];
    for (let f = fresh.length - 1; f >= 0; f -= 1) {
      row[f] = old[o] === fresh[f] ? at(rows, o + 1, f + 1) + 1 : Math.max(at(rows, o + 1, f), at(rows, o, f + 1));
    }
  }
  return rows;
}

function at(rows: readonly (readonly number[])[], o: number, f: number): number {
  return rows[o]?.[f] ?? 0;
}

/** Adjacent text of one kind becomes one span; deleted tags are left out. */
function marked(list: readonly Change[]): string {
  let html = '';
  let open: Kind = 'same';
  for (const { kind, piece } of list) {
    const isTag = piece.startsWith('<');
    if (isTag && kind === 'deleted') continue;
    const wanted = isTag ? 'same' : kind;
    if (wanted !== open) html += `${open === 'same' ? '' : '</span>'}${wanted === 'same' ? '' : `<span class="highlight_text_${wanted}">`}`;
    open = wanted;
    html += piece;
  }
  return open === 'same' ? html : `${html}</span>`;
}
