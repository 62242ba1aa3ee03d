import { isSpectator, knownPerson, readable, readableChannel, subscriptionJoin, type Viewer } from '@parley/access';
import { apiErrors, topicKey } from '@parley/contracts';
import { channelNameKey } from '@parley/contracts/channels';
import { Prisma, type Reader } from '@parley/persistence';
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

interface NarrowedPerson {
  readonly id: number;
  readonly email: string;
}

interface Thread {
  readonly channelId: number | null;
  readonly topic: string | null;
  readonly participantIds: readonly number[] | null;
}

interface Found {
  readonly channels: readonly (NarrowedChannel & { readonly isKnown: boolean })[];
  readonly people: readonly NarrowedPerson[];
  /** The current place of the message of a `with` term; null if the viewer may not see it. */
  readonly thread: Thread | null;
  /** The lexemes of each search term, in the order of the terms. */
  readonly lexemes: readonly (readonly string[])[];
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
export async function resolveNarrow(reader: Reader, viewer: Viewer, terms: readonly NarrowTerm[]): Promise<Narrow> {
  const found = needsLookUp(terms) ? await lookUp(reader, viewer, terms) : NOTHING;
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

async function lookUp(reader: Reader, viewer: Viewer, terms: readonly NarrowTerm[]): Promise<Found> {
  const channels = terms.flatMap((term) => (term.operator === 'channel' ? [term.channel] : []));
  const people = terms.flatMap((term) => {
    if (term.operator === 'sender' || term.operator === 'dm-with' || term.operator === 'mentions') return [term.user];
    return term.operator === 'dm' ? term.users : [];
  });
  const searches = terms.flatMap((term) => (term.operator === 'search' ? [term.query.text] : []));
  const threadId = terms.find((term) => term.operator === 'with')?.id ?? null;
  const ids = (references: readonly Reference[]) => references.filter((reference) => typeof reference === 'number');
  const names = (references: readonly Reference[]) => references.filter((reference) => typeof reference === 'string');
  // Spectators never see real addresses, so they must not be able to find users by guessing them.
  const addresses = isSpectator(viewer) ? [] : names(people);
  const [row] = await reader.$queryRaw<{ found: Found }[]>(Prisma.sql`
    WITH thread AS (
      SELECT m.channel_id, m.topic, (
        SELECT array_agg(p.user_id) FROM conversation_participant p WHERE p.conversation_id = m.conversation_id) AS participant_ids
      FROM message m WHERE m.id = ${threadId} AND m.organization_id = ${viewer.organizationId} AND ${readable(viewer)}
    )
    SELECT json_build_object(
      'channels', (SELECT coalesce(json_agg(json_build_object('id', c.id, 'nameKey', c.name_key,
          'hasContentAccess', ${readableChannel(viewer)},
          'hasProtectedHistory', NOT (c.history_public_to_subscribers OR c.is_web_public),
          'isKnown', ${readableChannel(viewer)} OR ${administers(viewer)})), '[]')
        FROM channel c ${subscriptionJoin(viewer)}
        WHERE c.organization_id = ${viewer.organizationId}
          AND (c.id = ANY (${ids(channels)}::bigint[] || ARRAY(SELECT channel_id::bigint FROM thread))
            OR c.name_key = ANY (${names(channels).map(channelNameKey)}::text[]))),
      'people', (SELECT coalesce(json_agg(json_build_object('id', u.id, 'email', u.api_email)), '[]') FROM user_account u
        WHERE u.organization_id = ${viewer.organizationId} AND (u.id = ANY (ARRAY(SELECT unnest(participant_ids) FROM thread))
          OR (u.id = ANY (${ids(people)}::bigint[]) OR lower(u.api_email) = ANY (ARRAY(SELECT lower(email) FROM unnest(${addresses}::text[]) AS email)))
            AND ${knownPerson(viewer)})),
      'thread', (SELECT json_build_object('channelId', channel_id, 'topic', topic, 'participantIds', participant_ids) FROM thread),
      'lexemes', (SELECT coalesce(json_agg(tsvector_to_array(to_tsvector('english', text)) ORDER BY index), '[]')
        FROM unnest(${searches}::text[]) WITH ORDINALITY AS search (text, index))
    ) AS found`);
  if (row === undefined) throw new Error('a SELECT without FROM returned no row');
  return row.found;
}

/** Administrators know of private channels that they may not read. */
function administers({ isGuest, userId, groupIds }: Viewer): Prisma.Sql {
  if (isGuest) return Prisma.sql`false`;
  return Prisma.sql`(c.can_administer_channel_group = ANY (${[...groupIds]}::int[])
    OR (SELECT role FROM user_account WHERE id = ${userId}) <= 200)`;
}

/**
 * Replaces `with` by the current conversation of its message. If the viewer may not see that message, the other terms must name a
 * conversation.
 */
function withThread(terms: readonly NarrowTerm[], thread: Thread | null): readonly NarrowTerm[] {
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
