/** What is being written at the caret, of which suggestions can complete the rest. */
export interface Completion {
  readonly kind: 'person' | 'channel' | 'topic' | 'emoji';
  /** What was written of it. */
  readonly query: string;
  /** Of `topic`: the name of the channel. */
  readonly channel?: string;
  /** The part of the text that is replaced. */
  readonly from: number;
  readonly to: number;
}

const LONGEST = 60;
/** Before the character that begins a completion: nothing, white space, or an opening bracket. */
const PATTERNS: readonly (readonly [Completion['kind'], RegExp])[] = [
  ['topic', /(?:^|[\s([{])(#\*\*([^*\n>]+)>([^*\n]*))$/],
  ['channel', /(?:^|[\s([{])(#(?:\*\*)?([^\s*#>][^*\n#>]*)?)$/],
  ['person', /(?:^|[\s([{])(@(?:\*\*)?([^\s*@][^*\n@]*)?)$/],
  ['emoji', /(?:^|[\s([{])(:([a-z0-9_+-]{2,}))$/i],
];

export function completionAt(text: string, caret: number): Completion | undefined {
  const before = text.slice(Math.max(0, caret - LONGEST), caret);
  for (const [kind, pattern] of PATTERNS) {
    const found = pattern.exec(before);
    if (found === null) continue;
    const [, whole = '', first = '', second = ''] = found;
    const place = { from: caret - whole.length, to: caret };
    return kind === 'topic' ? { kind, channel: first, query: second, ...place } : { kind, query: first, ...place };
  }
  return undefined;
}

/** The text and the caret after a suggestion was chosen. */
export function completed(text: string, { from, to }: Completion, written: string): { readonly text: string; readonly caret: number } {
  const after = text.slice(to);
  // A channel that is chosen can be followed by a topic.
  const space = written.endsWith('>') || /^\s/.test(after) ? '' : ' ';
  return { text: `${text.slice(0, from)}${written}${space}${after}`, caret: from + written.length + 1 - (written.endsWith('>') ? 1 : 0) };
}

/** How well a name fits what was written: 0 best, undefined not at all. Case and accents do not matter. */
export function fitness(name: string, query: string): number | undefined {
  const plain = folded(name);
  const wanted = folded(query);
  if (plain.startsWith(wanted)) return 0;
  if (plain.split(/[\s_-]+/).some((word) => word.startsWith(wanted))) return 1;
  return plain.includes(wanted) ? 2 : undefined;
}

/** The entries that fit best. Among those that fit equally, the order is kept. */
export function bestFits<E>(entries: Iterable<E>, query: string, namesOf: (entry: E) => readonly string[], most: number): E[] {
  const groups: E[][] = [[], [], []];
  for (const entry of entries) {
    const fits = namesOf(entry).flatMap((name) => fitness(name, query) ?? []);
    if (fits.length > 0) groups[Math.min(...fits)]?.push(entry);
    if ((groups[0]?.length ?? 0) >= most) break;
  }
  return groups.flat().slice(0, most);
}

function folded(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
