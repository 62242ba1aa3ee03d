import { apiErrors, isStorable, normalizeTopic } from '@parley/contracts';
import type { NarrowOperator, WireNarrow } from '@parley/contracts/messaging';
import { joinedSearch, type SearchQuery, searchQuery } from './search-query.js';

/** A user or channel in a narrow: by id, or by API email or name. */
export type Reference = number | string;

const IS_OPERANDS = ['dm', 'starred', 'unread', 'mentioned', 'alerted', 'resolved', 'followed', 'muted'] as const;
const HAS_OPERANDS = ['attachment', 'image', 'link', 'reaction'] as const;
const IN_OPERANDS = ['home', 'all'] as const;
const CHANNELS_OPERANDS = ['public', 'web-public', 'archived'] as const;

export type ChannelsKind = (typeof CHANNELS_OPERANDS)[number];

/** One parsed condition of a narrow. */
export type NarrowTerm = { readonly negated: boolean } & (
  | { readonly operator: 'channel'; readonly channel: Reference }
  | { readonly operator: 'channels'; readonly kind: ChannelsKind }
  | { readonly operator: 'topic'; readonly topic: string }
  | { readonly operator: 'sender'; readonly user: Reference }
  /** Exactly these users and the caller. */
  | { readonly operator: 'dm'; readonly users: readonly Reference[] }
  /** Any direct message with this user, or only those with more than two participants. */
  | { readonly operator: 'dm-with'; readonly user: Reference; readonly groupsOnly: boolean }
  /** Mentions this user directly, not through a group or wildcard. */
  | { readonly operator: 'mentions'; readonly user: Reference }
  | { readonly operator: 'is'; readonly what: (typeof IS_OPERANDS)[number] }
  | { readonly operator: 'has'; readonly what: (typeof HAS_OPERANDS)[number] }
  | { readonly operator: 'in'; readonly what: (typeof IN_OPERANDS)[number] }
  | { readonly operator: 'id'; readonly id: number }
  /** The current conversation of this message. */
  | { readonly operator: 'with'; readonly id: number }
  | { readonly operator: 'search'; readonly query: SearchQuery }
);
type TermOf<T> = T extends unknown ? Omit<T, 'negated'> : never;
type Term = TermOf<NarrowTerm>;

type Operand = Extract<WireNarrow[number], { operator: string }>['operand'];

/** All operator names that clients use. `near` only sets the anchor, so it does not filter. */
const OPERATORS: Readonly<Record<NarrowOperator, (operand: Operand) => Term | undefined>> = {
  channel: (operand) => ({ operator: 'channel', channel: reference(operand) }),
  stream: (operand) => ({ operator: 'channel', channel: reference(operand) }),
  channels: channelsTerm,
  streams: channelsTerm,
  topic: (operand) => ({ operator: 'topic', topic: normalizeTopic(words(operand)) }),
  sender: (operand) => ({ operator: 'sender', user: reference(operand) }),
  from: (operand) => ({ operator: 'sender', user: reference(operand) }),
  dm: directTerm,
  'pm-with': directTerm,
  pm_with: directTerm,
  'dm-with': (operand) => ({ operator: 'dm-with', user: reference(operand), groupsOnly: false }),
  'dm-including': (operand) => ({ operator: 'dm-with', user: reference(operand), groupsOnly: false }),
  'group-pm-with': (operand) => ({ operator: 'dm-with', user: reference(operand), groupsOnly: true }),
  group_pm_with: (operand) => ({ operator: 'dm-with', user: reference(operand), groupsOnly: true }),
  mentions: (operand) => ({ operator: 'mentions', user: reference(operand) }),
  is: (operand) => ({ operator: 'is', what: oneOf(IS_OPERANDS, operand === 'private' ? 'dm' : operand, "unknown 'is' operand") }),
  has: (operand) => ({ operator: 'has', what: oneOf(HAS_OPERANDS, operand, "unknown 'has' operand") }),
  in: (operand) => ({ operator: 'in', what: oneOf(IN_OPERANDS, operand, "unknown 'in' operand") }),
  id: (operand) => ({ operator: 'id', id: messageId(operand, 'Invalid message ID') }),
  with: (operand) => ({ operator: 'with', id: messageId(operand, "Invalid 'with' operator") }),
  search: (operand) => ({ operator: 'search', query: searchQuery(words(operand)) }),
  near: () => undefined,
};

/**
 * Parses a narrow. Users and channels are looked up later.
 * @throws badNarrow for unknown or unsupported terms: none is ignored silently.
 */
export function narrowTerms(narrow: WireNarrow): NarrowTerm[] {
  const terms = narrow.flatMap((entry) => {
    const { operator, operand, negated = false } = 'operator' in entry ? entry : { operator: entry[0], operand: entry[1] };
    if (![operand].flat().every((part) => typeof part === 'number' || isStorable(part))) {
      throw apiErrors.invalidFormat({ name: 'operand' });
    }
    if (!isOperator(operator)) throw apiErrors.badNarrow({ desc: `unknown operator ${operator}` });
    const term = OPERATORS[operator](operand);
    return term === undefined ? [] : [{ ...term, negated }];
  });
  refuseContradictions(terms);
  return withOneSearch(terms);
}

function isOperator(name: string): name is NarrowOperator {
  return Object.hasOwn(OPERATORS, name);
}

function withOneSearch(terms: readonly NarrowTerm[]): NarrowTerm[] {
  const isSearch = (term: NarrowTerm) => term.operator === 'search' && !term.negated;
  const queries = terms.flatMap((term) => (term.operator === 'search' && !term.negated ? [term.query] : []));
  if (queries.length === 0) return [...terms];
  return [...terms.filter((term) => !isSearch(term)), { operator: 'search', query: joinedSearch(queries), negated: false }];
}

function refuseContradictions(terms: readonly NarrowTerm[]): void {
  if (terms.filter((term) => term.operator === 'with').length > 1) {
    throw apiErrors.duplicateWithOperator();
  }
  const positive = terms.filter((term) => !term.negated);
  const inChannels = positive.some(({ operator }) => operator === 'channel' || operator === 'channels' || operator === 'topic');
  const direct = positive.some(
    (term) => term.operator === 'dm' || term.operator === 'dm-with' || (term.operator === 'is' && term.what === 'dm'),
  );
  if (inChannels && direct) throw apiErrors.badNarrow({ desc: 'No message can be both a channel message and direct message' });
}

function channelsTerm(operand: Operand): Term {
  return { operator: 'channels', kind: oneOf(CHANNELS_OPERANDS, operand, 'unknown channels operand') };
}

function directTerm(operand: Operand): Term {
  if (Array.isArray(operand)) return { operator: 'dm', users: operand };
  if (typeof operand === 'number') return { operator: 'dm', users: [operand] };
  const emails = operand.split(',').map((email) => email.trim());
  return { operator: 'dm', users: emails.filter((email) => email !== '') };
}

function reference(operand: Operand): Reference {
  if (Array.isArray(operand)) throw apiErrors.operandNotStringOrInteger();
  if (typeof operand === 'string' && operand.trim() === '') throw apiErrors.operandBlank();
  return operand;
}

function words(operand: Operand): string {
  if (typeof operand !== 'string') throw apiErrors.operandNotString();
  return operand;
}

function oneOf<const T extends string>(known: readonly T[], operand: Operand, complaint: string): T {
  const found = known.find((name) => name === words(operand));
  if (found === undefined) throw apiErrors.badNarrow({ desc: `${complaint} ${words(operand)}` });
  return found;
}

function messageId(operand: Operand, desc: string): number {
  const id = typeof operand === 'string' && /^\d{1,15}$/.test(operand) ? Number(operand) : operand;
  if (typeof id !== 'number' || id < 0 || !Number.isSafeInteger(id)) throw apiErrors.badNarrow({ desc });
  return id;
}
