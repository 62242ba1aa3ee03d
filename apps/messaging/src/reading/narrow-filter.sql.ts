import { received, unread, type Viewer } from '@parley/access';
import { FLAG_BITS, MESSAGE_ATTRS } from '@parley/contracts';
import { RESOLVED_TOPIC_PREFIX } from '@parley/contracts/messaging';
import { Prisma } from '@parley/persistence';
import type { ResolvedTerm } from './narrow-context.js';
import type { ChannelsKind } from './narrow-terms.js';
import { searchCondition } from './search-condition.sql.js';

/** All terms as one condition on `m`, a message that the viewer may read. */
export function narrowFilter(viewer: Viewer, terms: readonly ResolvedTerm[]): Prisma.Sql {
  const conditions = [...excluded(viewer, terms), ...terms.filter((term) => !isExclusion(term)).map((term) => signed(viewer, term))];
  return conditions.length === 0 ? Prisma.sql`true` : Prisma.join(conditions, ' AND ');
}

function signed(viewer: Viewer, term: ResolvedTerm): Prisma.Sql {
  const condition = termCondition(viewer, term);
  return term.negated ? Prisma.sql`NOT coalesce((${condition}), false)` : Prisma.sql`(${condition})`;
}

type Exclusion = Extract<ResolvedTerm, { operator: 'channel' | 'sender' | 'id' | 'topic' }>;

/** Negated terms of kinds that may occur many times. They are merged into one condition per kind. */
function isExclusion(term: ResolvedTerm): term is Exclusion {
  return term.negated && ['channel', 'sender', 'id', 'topic'].includes(term.operator);
}

function excluded({ organizationId }: Viewer, terms: readonly ResolvedTerm[]): Prisma.Sql[] {
  const exclusions = terms.filter(isExclusion);
  const channels = exclusions.flatMap((term) => (term.operator === 'channel' ? [term.channel.id] : []));
  const senders = exclusions.flatMap((term) => (term.operator === 'sender' ? [term.userId] : []));
  const ids = exclusions.flatMap((term) => (term.operator === 'id' ? [term.id] : []));
  const topics = exclusions.flatMap((term) => (term.operator === 'topic' ? [term.topicKey] : []));
  return [
    ...(channels.length === 0 ? [] : [Prisma.sql`coalesce(m.channel_id <> ALL (${channels}::int[]), true)`]),
    ...(senders.length === 0 ? [] : [Prisma.sql`m.sender_id <> ALL (${senders}::int[])`]),
    ...(ids.length === 0 ? [] : [Prisma.sql`m.id <> ALL (${ids}::bigint[])`]),
    ...(topics.length === 0
      ? []
      : [
          Prisma.sql`NOT EXISTS (SELECT FROM topic t
          WHERE t.organization_id = ${organizationId} AND t.id = m.topic_id AND t.key = ANY (${topics}::text[]))`,
        ]),
  ];
}

function termCondition(viewer: Viewer, term: ResolvedTerm): Prisma.Sql {
  switch (term.operator) {
    case 'channel':
      return Prisma.sql`m.channel_id = ${term.channel.id}`;
    case 'channels':
      return Prisma.sql`EXISTS (SELECT FROM channel n
        WHERE n.organization_id = ${viewer.organizationId} AND n.id = m.channel_id AND ${CHANNELS[term.kind]})`;
    case 'topic':
      return Prisma.sql`EXISTS (SELECT FROM topic t
        WHERE t.organization_id = ${viewer.organizationId} AND t.id = m.topic_id AND t.key = ${term.topicKey})`;
    case 'sender':
      return Prisma.sql`m.sender_id = ${term.userId}`;
    case 'dm':
      return Prisma.sql`m.conversation_id = ${conversationId(viewer, term.participantKey)}`;
    case 'dm-with':
      return Prisma.sql`m.conversation_id IN (SELECT p.conversation_id FROM conversation_participant p
        WHERE p.organization_id = ${viewer.organizationId} AND p.user_id = ${term.userId} ${term.groupsOnly ? moreThanTwo : Prisma.empty})`;
    case 'mentions':
      return Prisma.sql`EXISTS (SELECT FROM message_flag f
        WHERE f.organization_id = ${viewer.organizationId} AND f.user_id = ${term.userId} AND f.message_id = m.id
          AND ${namesPerson(term.userId)})`;
    case 'search':
      return searchCondition(term.query);
    case 'is':
      return isCondition(viewer, term.what);
    case 'has':
      return Prisma.sql`m.attrs & ${HAS_ATTRS[term.what]} <> 0`;
    case 'in':
      return term.what === 'all' ? Prisma.sql`true` : Prisma.sql`NOT ${muted(viewer)}`;
    case 'id':
      return Prisma.sql`m.id = ${term.id}`;
  }
}

const CHANNELS: Readonly<Record<ChannelsKind, Prisma.Sql>> = {
  public: Prisma.sql`NOT n.is_private`,
  'web-public': Prisma.sql`n.is_web_public`,
  archived: Prisma.sql`n.is_archived`,
};

const HAS_ATTRS = {
  attachment: MESSAGE_ATTRS.hasAttachment,
  image: MESSAGE_ATTRS.hasImage,
  link: MESSAGE_ATTRS.hasLink,
  reaction: MESSAGE_ATTRS.hasReaction,
} as const;

const moreThanTwo = Prisma.sql`AND (SELECT count(*) FROM conversation_participant o
  WHERE o.organization_id = p.organization_id AND o.conversation_id = p.conversation_id) > 2`;

export function conversationId({ organizationId }: Viewer, participantKey: string | null): Prisma.Sql {
  return Prisma.sql`(SELECT v.id FROM conversation v WHERE v.organization_id = ${organizationId} AND v.participant_key = ${participantKey})`;
}

/** Rows with a mention of the user, of their groups or of the topic. */
export const MENTION_BITS = FLAG_BITS.mentioned | FLAG_BITS.topicWildcard;

/**
 * `f` is the user's row of a message `m` whose text mentions the user by name. Mentions of groups and wildcards are rendered differently.
 */
function namesPerson(userId: number): Prisma.Sql {
  const shape = `<span class="user-mention" data-user-id="${userId}">`;
  return Prisma.sql`f.flags & ${FLAG_BITS.mentioned} <> 0 AND strpos(m.rendered, ${shape}) > 0`;
}

function isCondition(viewer: Viewer, what: Extract<ResolvedTerm, { operator: 'is' }>['what']): Prisma.Sql {
  switch (what) {
    case 'dm':
      return Prisma.sql`m.conversation_id IS NOT NULL`;
    case 'starred':
      return hasFlag(viewer, FLAG_BITS.starred);
    case 'alerted':
      return hasFlag(viewer, FLAG_BITS.alertWord);
    case 'mentioned':
      return Prisma.sql`${hasFlag(viewer, MENTION_BITS)}
        OR (m.attrs & ${MESSAGE_ATTRS.channelWildcard} <> 0 AND ${received(viewer)})`;
    case 'unread':
      return unread(viewer);
    case 'resolved':
      return Prisma.sql`starts_with(m.topic, ${RESOLVED_TOPIC_PREFIX})`;
    case 'followed':
      return topicPolicy(viewer, [FOLLOWED]);
    case 'muted':
      return muted(viewer);
  }
}

function hasFlag({ organizationId, userId }: Viewer, bits: number): Prisma.Sql {
  return Prisma.sql`EXISTS (SELECT FROM message_flag f
    WHERE f.organization_id = ${organizationId} AND f.user_id = ${userId} AND f.message_id = m.id AND f.flags & ${bits} <> 0)`;
}

const MUTED = 1;
const UNMUTED = 2;
const FOLLOWED = 3;

/** The topic is muted, or its channel is and the topic is neither unmuted nor followed. */
export function muted(viewer: Viewer): Prisma.Sql {
  return Prisma.sql`(m.channel_id IS NOT NULL AND (${topicPolicy(viewer, [MUTED])} OR (
    EXISTS (SELECT FROM subscription b
      WHERE b.organization_id = ${viewer.organizationId} AND b.user_id = ${viewer.userId} AND b.channel_id = m.channel_id AND b.active
        AND b.is_muted)
    AND NOT ${topicPolicy(viewer, [UNMUTED, FOLLOWED])})))`;
}

function topicPolicy({ organizationId, userId }: Viewer, policies: readonly number[]): Prisma.Sql {
  return Prisma.sql`EXISTS (SELECT FROM topic t
    JOIN user_topic y
      ON y.organization_id = ${organizationId} AND y.user_id = ${userId} AND y.channel_id = t.channel_id AND y.topic_key = t.key
    WHERE t.organization_id = ${organizationId} AND t.id = m.topic_id AND y.visibility_policy = ANY (${[...policies]}::smallint[]))`;
}
