import { type Viewer } from '@parley/access';
import { apiErrors, topicKey } from '@parley/contracts';
import { channelNameKey } from '@parley/contracts/channels';
import { type SqlReader } from '@parley/persistence';
import { type Found, lookUpNarrow } from './narrow-context.repository.js';
import { type NarrowScope, narrowScope } from './narrow-scope.policy.js';
import { type NarrowTerm, type Reference } from './narrow-terms.js';
import { type SearchQuery } from './search-query.js';
import { simplifiedTerms } from './simplify-narrow.js';

/** A channel that a narrow names, with what the caller may know of it. */
export interface NarrowedChannel {
  readonly id: number;
  readonly nameKey: string;
  readonly hasContentAccess: boolean;
  /** Subscribers may only read messages that were sent while they were subscribed. */
  readonly hasProtectedHistory: boolean;
}

const NOTHING: Found = { channels: [], people: [], thread: null, lexemes: [] };

/** A search with its words as stored: stemmed, and without stop words. */
export interface ResolvedSearch extends SearchQuery {
  readonly lexemes: readonly string[];
}

/** One condition with its names resolved to ids. */
export type ResolvedTerm = { readonly negated: boolean } & (
  | { readonly operator: 'channel'; readonly channel: NarrowedChannel }
  | { readonly operator: 'topic'; readonly topicKey: string }
  | { readonly operator: 'sender'; readonly userId: number }
  | { readonly operator: 'dm'; readonly participantKey: string | null }
  | { readonly operator: 'dm-with'; readonly userId: number; readonly groupsOnly: boolean }
  | { readonly operator: 'mentions'; readonly userId: number }
  | { readonly operator: 'search'; readonly query: ResolvedSearch }
  | Extract<NarrowTerm, { operator: 'channels' | 'is' | 'has' | 'in' | 'id' }>
);

export interface Narrow {
  readonly terms: readonly ResolvedTerm[];
  readonly scope: NarrowScope;
  /** Whether its terms contradict each other. */
  readonly matchesNothing: boolean;
}

/**
 * Looks up everything that the terms name, in one statement.
 * @throws badNarrow if something does not exist or is hidden from the caller, without revealing which
 */
export async function resolveNarrow(reader: SqlReader, viewer: Viewer, terms: readonly NarrowTerm[]): Promise<Narrow> {
  const found = needsLookUp(terms) ? await lookUpNarrow(reader, viewer, terms) : NOTHING;
  const inOneThread = withThread(terms, found.thread);
  const accessible = (term: NarrowTerm) => term.operator === 'channel' && channelOf(term.channel, found).hasContentAccess;
  const resolved = inOneThread.map((term) => resolve(viewer, term, found, lexemesOf(terms, found)));
  const simplified = simplifiedTerms(resolved);
  return {
    terms: simplified ?? resolved,
    matchesNothing: simplified === undefined,
    scope: narrowScope(inOneThread, { isGuest: viewer.isGuest, hasContentAccess: accessible }),
  };
}

function needsLookUp(terms: readonly NarrowTerm[]): boolean {
  return terms.some(({ operator }) => ['channel', 'sender', 'dm', 'dm-with', 'mentions', 'with', 'search'].includes(operator));
}

/**
 * Replaces `with` by the current conversation of its message. If the viewer may not see that message, the other terms must name a
 * conversation.
 */
function withThread(terms: readonly NarrowTerm[], thread: Found['thread']): readonly NarrowTerm[] {
  if (!terms.some((term) => term.operator === 'with')) return terms;
  const others = terms.filter((term) => term.operator !== 'with');
  const isConversation = ({ operator }: NarrowTerm) => operator === 'channel' || operator === 'topic' || operator === 'dm';
  if (thread === null) {
    const names = new Set(others.filter((term) => !term.negated).map(({ operator }) => operator));
    if (!names.has('dm') && !(names.has('channel') && names.has('topic'))) throw apiErrors.badNarrow({ desc: "Invalid 'with' operator" });
    return others;
  }
  const rest = others.filter((term) => !isConversation(term));
  if (thread.channelId !== null && thread.topic !== null) {
    return [
      ...rest,
      { operator: 'channel', channel: thread.channelId, negated: false },
      { operator: 'topic', topic: thread.topic, negated: false },
    ];
  }
  return [...rest, { operator: 'dm', users: thread.participantIds ?? [], negated: false }];
}

function resolve(viewer: Viewer, term: NarrowTerm, found: Found, lexemes: ReadonlyMap<SearchQuery, readonly string[]>): ResolvedTerm {
  const { negated } = term;
  switch (term.operator) {
    case 'channel':
      return { operator: 'channel', channel: channelOf(term.channel, found), negated };
    case 'topic':
      return { operator: 'topic', topicKey: topicKey(term.topic), negated };
    case 'sender':
      return { operator: 'sender', userId: personOf(term.user, found, `unknown user ${term.user}`), negated };
    case 'dm-with':
      return { operator: 'dm-with', userId: personOf(term.user, found, `unknown user ${term.user}`), groupsOnly: term.groupsOnly, negated };
    case 'mentions':
      return { operator: 'mentions', userId: personOf(term.user, found, `unknown user ${term.user}`), negated };
    case 'search':
      return { operator: 'search', query: { ...term.query, lexemes: lexemes.get(term.query) ?? [] }, negated };
    case 'dm':
      return { operator: 'dm', participantKey: participantKeyOf(viewer, term.users, found), negated };
    case 'with':
      throw new Error('a with term was not replaced');
    default:
      return term;
  }
}

function lexemesOf(terms: readonly NarrowTerm[], { lexemes }: Found): Map<SearchQuery, readonly string[]> {
  const queries = terms.flatMap((term) => (term.operator === 'search' ? [term.query] : []));
  return new Map(queries.map((query, index) => [query, lexemes[index] ?? []]));
}

function channelOf(reference: Reference, { channels }: Found): NarrowedChannel {
  const channel = channels.find(({ id, nameKey }) =>
    typeof reference === 'number' ? id === reference : nameKey === channelNameKey(reference),
  );
  if (!channel?.isKnown) throw apiErrors.badNarrow({ desc: `unknown channel ${reference}` });
  return channel;
}

function personOf(reference: Reference, { people }: Found, desc: string): number {
  const person = people.find(({ id, email }) =>
    typeof reference === 'number' ? id === reference : email.toLowerCase() === reference.toLowerCase(),
  );
  if (person === undefined) throw apiErrors.badNarrow({ desc });
  return person.id;
}

/** Null for an empty list, which matches nothing. */
function participantKeyOf(viewer: Viewer, users: readonly Reference[], found: Found): string | null {
  if (users.length === 0) return null;
  const ids = users.map((user) => personOf(user, found, `unknown user in ${users.join(',')}`));
  return [...new Set([...ids, viewer.userId])].sort((a, b) => a - b).join(',');
}
