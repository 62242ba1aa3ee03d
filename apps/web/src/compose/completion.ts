/** What is being written at the caret, of which suggestions can complete the rest. */
export interface Completion {
  readonly kind: 'person' | 'channel' | 'topic' | 'emoji' | 'time' | 'command';
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
const COMMAND = /^(\/([a-z]*))$/;
const PATTERNS: readonly (readonly [Completion['kind'], RegExp])[] = [
  ['topic', /(?:^|[\s([{])(#\*\*([^*\n>]+)>([^*\n]*))$/],
  ['channel', /(?:^|[\s([{])(#(?:\*\*)?([^\s*#>][^*\n#>]*)?)$/],
  ['person', /(?:^|[\s([{])(@(?:\*\*)?([^\s*@][^*\n@]*)?)$/],
  ['time', /(?:^|[\s([{])(<t(?:i(?:m(?:e(?::([^>\n]*))?)?)?)?)$/],
  ['emoji', /(?:^|[\s([{])(:([a-z0-9_+-]{2,}))$/i],
];

export function completionAt(text: string, caret: number): Completion | undefined {
  const before = text.slice(Math.max(0, caret - LONGEST), caret);
  const [, command, name = ''] = COMMAND.exec(text.slice(0, caret)) ?? [];
  if (command !== undefined) return { kind: 'command', query: name, from: 0, to: caret };
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
