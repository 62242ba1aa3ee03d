import { OPEN_SPAN, readable, readableChannel, received, subscriptionJoin, unreadAfterWatermark, type Viewer } from '@parley/access';
import { FLAG_BITS, MESSAGE_ATTRS } from '@parley/contracts';
import { constant, Prisma } from '@parley/persistence';
import type { Narrow, NarrowedChannel, ResolvedTerm } from './narrow-context.js';
import { conversationId, MENTION_BITS } from './narrow-filter.sql.js';

/**
 * Where to look for the messages of a narrow: index ranges that contain every match. The results are filtered by the whole narrow again, so
 * the choice of a source only affects speed. Always search per range, never all messages by id.
 */
export interface MessageSource {
  /**
   * Ranges of channels: `channel_id, after_id, until_id, any_origin`. All messages in them are readable, and also received, unless
   * `any_origin`.
   */
  readonly spans: Prisma.Sql | null;
  /** Conversations of the viewer: `conversation_id, after_id`. */
  readonly conversations: Prisma.Sql | null;
  /** Holds for every match in a range. */
  readonly rangeFilter: Prisma.Sql;
  /** Terms that hold for every message in a range for which the range filter holds. */
  readonly rangeTerms: readonly ResolvedTerm[];
  /** Other sources of matches. Each is a FROM and WHERE that yields `m`, with its own access checks. */
  readonly rowSources: readonly Prisma.Sql[];
  /** Terms that hold for every message found here. Filtering by them again would make the planner expect too few rows. */
  readonly impliedTerms: readonly ResolvedTerm[];
  /**
   * `small`: few enough messages to filter each of them. `few`: a handful of ranges, so that scanning them moves steadily away from the
   * anchor. `many`: any number of ranges.
   */
  readonly size: 'small' | 'few' | 'many';
}

const NOWHERE: MessageSource = {
  spans: null,
  conversations: null,
  rangeFilter: Prisma.sql`true`,
  rangeTerms: [],
  rowSources: [],
  impliedTerms: [],
  size: 'few',
};
const FEW_MESSAGES: MessageSource = { ...NOWHERE, size: 'small' };

export function messageSource(viewer: Viewer, { terms, scope }: Narrow): MessageSource {
  const positive = terms.filter((term) => !term.negated);
  const find = <O extends ResolvedTerm['operator']>(operator: O) =>
    positive.find((term): term is Extract<ResolvedTerm, { operator: O }> => term.operator === operator);
  const is = (what: string) => positive.some((term) => term.operator === 'is' && term.what === what);
  const channel = find('channel');

  const id = find('id');
  if (id !== undefined)
    return {
      ...FEW_MESSAGES,
      rowSources: [inScope(viewer, scope, Prisma.sql`m.organization_id IS NOT DISTINCT FROM ${viewer.organizationId} AND m.id = ${id.id}`)],
      impliedTerms: [id],
    };
  const dm = find('dm');
  if (dm !== undefined) {
    const inConversation = Prisma.sql`m.conversation_id = ${conversationId(viewer, dm.participantKey)}`;
    return { ...NOWHERE, rowSources: [inScope(viewer, 'readable', inConversation)], impliedTerms: [dm] };
  }
  if (is('starred')) return { ...FEW_MESSAGES, rowSources: [flagged(viewer, FLAG_BITS.starred)] };
  if (is('alerted')) return { ...FEW_MESSAGES, rowSources: [flagged(viewer, FLAG_BITS.alertWord)] };
  if (is('unread')) return unreadSource(viewer, positive, channel?.channel);
  if (is('mentioned')) {
    const wildcard = Prisma.sql`m.attrs & ${MESSAGE_ATTRS.channelWildcard} <> 0`;
    return {
      ...receivedSource(viewer, channel?.channel),
      rangeFilter: wildcard,
      rowSources: [flagged(viewer, MENTION_BITS)],
      size: 'small',
    };
  }
  const mentions = find('mentions');
  if (mentions !== undefined) return { ...FEW_MESSAGES, rowSources: [mentioning(viewer, scope, mentions.userId)] };
  const topic = find('topic');
  if (channel !== undefined && topic !== undefined) return topicSource(viewer, scope, channel, topic);
  if (scope === 'readable') return readableSource(viewer, channel, positive.some(isPublic));
  const sender = find('sender');
  if (sender !== undefined)
    return { ...NOWHERE, rowSources: [inScope(viewer, scope, Prisma.sql`m.sender_id = ${sender.userId}`)], impliedTerms: [sender] };
  if (is('dm') || find('dm-with') !== undefined) return { ...NOWHERE, conversations: conversationsOf(viewer, Prisma.sql`0`), size: 'many' };
  return receivedSource(viewer, channel?.channel);
}

type ChannelTerm = Extract<ResolvedTerm, { operator: 'channel' }>;
type TopicTerm = Extract<ResolvedTerm, { operator: 'topic' }>;

function isPublic(term: ResolvedTerm): boolean {
  return term.operator === 'channels' && term.kind === 'public';
}

/** Whether `m` is in the scope of a narrow. */
export function scopeCondition(viewer: Viewer, scope: Narrow['scope']): Prisma.Sql {
  const inHistory = Prisma.sql`EXISTS (SELECT FROM message_flag f
    WHERE f.organization_id = ${viewer.organizationId} AND f.user_id = ${viewer.userId} AND f.message_id = m.id
      AND f.flags & ${FLAG_BITS.historical} <> 0)`;
  const reached = scope === 'readable' ? Prisma.sql`true` : Prisma.sql`(${received(viewer)} OR ${inHistory})`;
  return Prisma.sql`${reached} AND ${readable(viewer)}`;
}

function inScope(viewer: Viewer, scope: Narrow['scope'], condition: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`FROM message m WHERE ${condition} AND ${scopeCondition(viewer, scope)}`;
}

/** Everyone who may read a channel with shared history may read all of it, so no check per message is needed. */
function topicSource(viewer: Viewer, scope: Narrow['scope'], channel: ChannelTerm, topic: TopicTerm): MessageSource {
  const inTopic = Prisma.sql`m.topic_id = (SELECT t.id FROM topic t
    WHERE t.organization_id = ${viewer.organizationId} AND t.channel_id = ${channel.channel.id} AND t.key = ${topic.topicKey})`;
  const isAllReadable = scope === 'readable' && !channel.channel.hasProtectedHistory;
  const walk = isAllReadable ? Prisma.sql`FROM message m WHERE ${inTopic}` : inScope(viewer, scope, inTopic);
  return { ...NOWHERE, rowSources: [walk], impliedTerms: [channel, topic] };
}

/** Messages with a row of the viewer that has one of these bits; each such condition has a partial index. */
function flagged(viewer: Viewer, bits: number): Prisma.Sql {
  return Prisma.sql`FROM message_flag own JOIN message m ON m.organization_id IS NOT DISTINCT FROM ${viewer.organizationId} AND m.id = own.message_id
    WHERE own.organization_id = ${viewer.organizationId} AND own.user_id = ${viewer.userId} AND ${flagCondition(bits)}
      AND ${readable(viewer)}`;
}

/** Messages that mention a user, independent of the viewer. */
function mentioning(viewer: Viewer, scope: Narrow['scope'], userId: number): Prisma.Sql {
  return Prisma.sql`FROM message_flag own JOIN message m ON m.organization_id IS NOT DISTINCT FROM ${viewer.organizationId} AND m.id = own.message_id
    WHERE own.organization_id = ${viewer.organizationId} AND own.user_id = ${userId} AND ${flagCondition(MENTION_BITS)}
      AND ${scopeCondition(viewer, scope)}`;
}

/** Written as a literal, since PostgreSQL uses a partial index only for its exact condition. */
function flagCondition(bits: number): Prisma.Sql {
  return Prisma.raw(`own.flags & ${bits} <> 0`);
}

/**
 * Messages that the viewer received and may still read: in their spans, in their conversations, in their history, and moved out of their
 * spans.
 */
function receivedSource(viewer: Viewer, channel?: NarrowedChannel): MessageSource {
  return {
    ...NOWHERE,
    spans: spansOf(viewer, channel),
    conversations: channel === undefined ? conversationsOf(viewer, Prisma.sql`0`) : null,
    rowSources: [flagged(viewer, FLAG_BITS.historical), movedFrom(viewer, Prisma.sql`s.after_id`, Prisma.sql`s.until_id`)],
    size: channel === undefined ? 'many' : 'few',
  };
}

/** Only messages after the watermarks, and rows that are marked as unread. */
function unreadSource(viewer: Viewer, terms: readonly ResolvedTerm[], channel?: NarrowedChannel): MessageSource {
  const { userId, organizationId } = viewer;
  const watermark = Prisma.sql`greatest(s.after_id, coalesce((
    SELECT r.read_id FROM channel_read r
      WHERE r.organization_id = ${organizationId} AND r.user_id = ${userId} AND r.channel_id = s.channel_id), 0))`;
  const unreadRows = Prisma.sql`FROM message_flag own JOIN message m ON m.organization_id IS NOT DISTINCT FROM ${organizationId} AND m.id = own.message_id
    WHERE own.organization_id = ${organizationId} AND own.user_id = ${userId} AND own.flags & ${constant(FLAG_BITS.read)} = 0
      AND ${readable(viewer)}`;
  return {
    ...FEW_MESSAGES,
    spans: Prisma.sql`SELECT s.channel_id, ${watermark} AS after_id, s.until_id, false AS any_origin FROM subscription_span s
      WHERE s.user_id = ${userId} AND s.organization_id = ${organizationId} AND s.until_id = ${OPEN_SPAN} AND ${inChannel(channel)}`,
    conversations: channel === undefined ? conversationsOf(viewer, Prisma.sql`p.read_id`) : null,
    rangeFilter: unreadAfterWatermark(viewer),
    rangeTerms: terms.filter((term) => term.operator === 'is' && term.what === 'unread'),
    rowSources: [unreadRows, movedFrom(viewer, watermark, Prisma.sql`s.until_id`)],
  };
}

/** Includes messages that the viewer did not receive: of one channel, or of all public ones. */
function readableSource(viewer: Viewer, channel: ChannelTerm | undefined, wantsPublic: boolean): MessageSource {
  if (channel?.channel.hasProtectedHistory) {
    const movedIn = Prisma.sql`m.organization_id IS NOT DISTINCT FROM ${viewer.organizationId} AND m.channel_id = ${channel.channel.id}
      AND m.origin_channel_id IS NOT NULL`;
    return {
      ...NOWHERE,
      spans: spansOf(viewer, channel.channel),
      rowSources: [inScope(viewer, 'readable', movedIn)],
      impliedTerms: [channel],
    };
  }
  return {
    ...NOWHERE,
    spans: Prisma.sql`SELECT c.id AS channel_id, 0::bigint AS after_id, ${OPEN_SPAN}::bigint AS until_id, true AS any_origin
      FROM channel c ${subscriptionJoin(viewer)}
      WHERE c.organization_id = ${viewer.organizationId} AND ${whichChannels(channel, wantsPublic)} AND ${readableChannel(viewer)}`,
    impliedTerms: channel === undefined ? [] : [channel],
    size: channel === undefined ? 'many' : 'few',
  };
}

function whichChannels(channel: ChannelTerm | undefined, wantsPublic: boolean): Prisma.Sql {
  if (channel !== undefined) return Prisma.sql`c.id = ${channel.channel.id}`;
  return wantsPublic ? Prisma.sql`NOT c.is_private` : Prisma.sql`c.is_web_public`;
}

/** The viewer's spans of channels that they may still read. */
function spansOf(viewer: Viewer, channel: NarrowedChannel | undefined): Prisma.Sql {
  return Prisma.sql`SELECT s.channel_id, s.after_id, s.until_id, false AS any_origin
    FROM subscription_span s JOIN channel c
      ON c.organization_id = ${viewer.organizationId} AND c.id = s.channel_id ${subscriptionJoin(viewer)}
    WHERE s.user_id = ${viewer.userId} AND s.organization_id = ${viewer.organizationId} AND ${readableChannel(viewer)} AND ${inChannel(channel)}`;
}

function inChannel(channel: NarrowedChannel | undefined): Prisma.Sql {
  return channel === undefined ? Prisma.sql`true` : Prisma.sql`s.channel_id = ${channel.id}`;
}

function conversationsOf({ userId, organizationId }: Viewer, afterId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`SELECT p.conversation_id, (${afterId})::bigint AS after_id
    FROM conversation_participant p JOIN conversation v ON v.organization_id = ${organizationId} AND v.id = p.conversation_id
    WHERE p.user_id = ${userId} AND p.organization_id = ${organizationId} AND v.last_message_id > ${afterId}`;
}

/** Messages that were received in a span and then moved to another channel, which the viewer may read. */
function movedFrom(viewer: Viewer, afterId: Prisma.Sql, untilId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`FROM subscription_span s JOIN message m ON m.origin_channel_id = s.channel_id AND m.id > ${afterId} AND m.id <= ${untilId}
    WHERE s.user_id = ${viewer.userId} AND s.organization_id = ${viewer.organizationId} AND ${readable(viewer)}`;
}
