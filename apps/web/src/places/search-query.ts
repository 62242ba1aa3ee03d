import { type ClientState, channels, type Narrow, type NarrowTerm } from '@parley/client';

export interface QueryTerm {
  /** Undefined for words to look for. */
  readonly operator: SearchOperator | undefined;
  readonly operand: string;
  readonly isNegated: boolean;
}

/** Operators that can be written, by what their operand is. */
export const SEARCH_OPERATORS = {
  channel: 'channel',
  topic: 'topic',
  from: 'person',
  dm: 'people',
  'dm-including': 'person',
  is: ['starred', 'mentioned', 'dm', 'unread', 'followed', 'resolved', 'muted', 'alerted'],
  has: ['link', 'attachment', 'image', 'reaction'],
} as const;
export type SearchOperator = keyof typeof SEARCH_OPERATORS;

/** Names that stock clients know too. */
const OTHER_NAMES: Readonly<Record<string, SearchOperator>> = {
  stream: 'channel',
  sender: 'from',
  'pm-with': 'dm',
  'dm-with': 'dm-including',
};
const TERM = /(-)?(?:([a-z-]+):)?(?:"([^"]*)("|$)|(\S+))/gi;

/** Reads `channel:"big birds" from:me -has:link red`. What has no known operator is looked for as it was written. */
export function queryTerms(query: string): readonly QueryTerm[] {
  const terms: QueryTerm[] = [];
  for (const [whole, minus, name = '', quoted, , plain = ''] of query.matchAll(TERM)) {
    const operator = operatorOf(name);
    if (operator === undefined) terms.push({ operator, operand: whole, isNegated: false });
    else terms.push({ operator, operand: (quoted ?? plain).trim(), isNegated: minus !== undefined });
  }
  return terms;
}

export function operatorOf(name: string): SearchOperator | undefined {
  const plain = name.toLowerCase();
  if (Object.hasOwn(SEARCH_OPERATORS, plain)) return plain as SearchOperator;
  return Object.hasOwn(OTHER_NAMES, plain) ? OTHER_NAMES[plain] : undefined;
}

/** As it is written in a query. */
export function writtenTerm(operator: SearchOperator, operand: string): string {
  return `${operator}:${/[\s"]/.test(operand) || operand === '' ? `"${operand.replaceAll('"', '')}"` : operand}`;
}

/** What the server is asked for, or the operand that names nothing. */
export type ReadQuery = { readonly narrow: Narrow } | { readonly unknown: string };

export function readQuery(query: string, state: ClientState): ReadQuery {
  const narrow: NarrowTerm[] = [];
  const words: string[] = [];
  for (const { operator, operand, isNegated } of queryTerms(query)) {
    if (operator === undefined) {
      words.push(operand);
      continue;
    }
    const known = operandFor(operator, operand, state);
    if (known === undefined) return { unknown: operand };
    narrow.push({ operator: operator === 'from' ? 'sender' : operator, operand: known, ...(isNegated && { negated: true }) });
  }
  if (words.length > 0) narrow.push({ operator: 'search', operand: words.join(' ') });
  return { narrow };
}

function operandFor(operator: SearchOperator, operand: string, state: ClientState): NarrowTerm['operand'] | undefined {
  const kind = SEARCH_OPERATORS[operator];
  if (typeof kind === 'object') return (kind as readonly string[]).includes(operand) ? operand : undefined;
  switch (kind) {
    case 'channel':
      return channels(state).find(({ name }) => isSame(name, operand))?.stream_id;
    case 'topic':
      return operand;
    case 'person':
      return personNamed(operand, state);
    case 'people': {
      const ids = operand.split(',').map((name) => personNamed(name.trim(), state));
      return ids.some((id) => id === undefined) ? undefined : ids.flatMap((id) => id ?? []);
    }
  }
}

/** By full name or email address. Of people with the same name, one who is active. */
function personNamed(name: string, state: ClientState): number | undefined {
  if (name.toLowerCase() === 'me') return state.user_id;
  const fits = ({ full_name, email, delivery_email }: { full_name: string; email: string; delivery_email?: string | null }) =>
    isSame(full_name, name) || isSame(email, name) || isSame(delivery_email ?? '', name);
  const found = [...(state.realm_users ?? []), ...(state.realm_non_active_users ?? [])].filter(fits);
  return (found.find(({ is_active }) => is_active) ?? found[0])?.user_id;
}

function isSame(one: string, other: string): boolean {
  return other !== '' && one.toLowerCase() === other.toLowerCase();
}
