import { inSystemGroup, knownPerson, membershipOf, type PeopleViewer } from '@parley/access';
import { ROLES } from '@parley/contracts';
import { channelNameKey } from '@parley/contracts/channels';
import {
  constant,
  dbInt,
  firstRow,
  type LinkifierRecord,
  PREPARED,
  Prisma,
  type Reader,
  type RealmEmojiRecord,
  userSettingSql,
} from '@parley/persistence';
import { z } from 'zod';

/** The facts that a send needs to be decided. */
export interface SendQuestion {
  readonly senderId: number;
  /** For a guest who may not see all users: those they may not see are found neither as recipients nor as mentions. */
  readonly isGuest: boolean;
  /** Owner of a sending bot. */
  readonly ownerId: number | null;
  readonly localId: { readonly queueId: string; readonly localId: string } | null;
  readonly to:
    | {
        readonly kind: 'channel';
        readonly channel:
          | { readonly by: 'id'; readonly id: number }
          | { readonly by: 'name'; readonly name: string }
          | { readonly by: 'default' };
        readonly topicKey: string;
      }
    | { readonly kind: 'direct'; readonly userIds: readonly number[]; readonly emails: readonly string[] };
  /** Names that the text may mention (markdown's referencedNames). */
  readonly names: {
    readonly userNames: readonly string[];
    readonly userIds: readonly number[];
    readonly groupNames: readonly string[];
    readonly channelNames: readonly string[];
    readonly emojiNames: readonly string[];
  };
  readonly wantsTopicParticipants: boolean;
}

export interface SendPerson {
  readonly id: number;
  readonly email: string;
  readonly deliveryEmail: string;
  readonly emailAddressVisibility: number;
  readonly fullName: string;
  readonly role: number;
  readonly isActive: boolean;
  readonly isBot: boolean;
  readonly isSystemBot: boolean;
  readonly avatarSource: string;
  readonly avatarVersion: number;
  /** The sender and the recipients of a direct message. False for an owner who is only loaded because of their bot. */
  readonly takesPart: boolean;
  readonly groupIds: readonly number[];
}

export interface SendChannel {
  readonly id: number;
  readonly name: string;
  readonly isPrivate: boolean;
  readonly isWebPublic: boolean;
  readonly historyPublicToSubscribers: boolean;
  readonly isArchived: boolean;
  readonly isRecentlyActive: boolean;
  /** Whether it ever had a message. */
  readonly hasMessages: boolean;
  readonly topicsPolicy: string;
  readonly subscriberCount: number;
  readonly canSendMessageGroup: number;
  readonly canCreateTopicGroup: number;
  readonly canSubscribeGroup: number;
  readonly canAddSubscribersGroup: number;
  readonly canAdministerChannelGroup: number;
  readonly topicExists: boolean;
  /** Senders and reactors in the topic, if requested. */
  readonly topicParticipants: readonly number[];
  /** The sender and their owner, if subscribed. */
  readonly subscribedIds: readonly number[];
  /** Visibility policy of the topic for the sender: topicVisibility. */
  readonly topicVisibility: number;
  /** Whether the sender is subscribed and has muted the channel. */
  readonly isMuted: boolean;
  /** Whether the topic has a message that the sender may read, given that they may send there. */
  readonly topicHasMessages: boolean;
}

export interface SendContext {
  /** The message that was sent before with the same (queue_id, local_id). */
  readonly repeatOf: number | null;
  readonly organization: {
    readonly stringId: string;
    readonly settings: Readonly<Record<string, unknown>>;
    /** Ids by name. */
    readonly systemGroups: Readonly<Record<string, number>>;
    /** In the order in which they are applied. */
    readonly linkifiers: readonly Pick<LinkifierRecord, 'pattern' | 'urlTemplate'>[];
  };
  /** The sender first, then their owner and the recipients, each once. */
  readonly people: readonly SendPerson[];
  readonly channel: SendChannel | null;
  readonly conversationExists: boolean;
  readonly translateEmoticons: boolean;
  /** Grows with every change of the organization's alert words; 0 if there never were any. */
  readonly alertWordsVersion: number;
  /** The sender's automatically_follow_topics_policy. */
  readonly followPolicy: number;
  /** The sender's automatically_unmute_topics_in_muted_streams_policy. */
  readonly unmutePolicy: number;
  /** Accounts that the text may mention. `isBot`: an active bot, other than the bots of the suite itself. */
  readonly users: readonly { readonly id: number; readonly name: string; readonly isBot: boolean }[];
  readonly groups: readonly {
    readonly id: number;
    readonly name: string;
    readonly isSystemGroup: boolean;
    /** Group that may mention it; null for everyone. */
    readonly canMentionGroup: number | null;
    readonly memberIds: readonly number[];
    /** The members that are active bots, other than the bots of the suite itself. */
    readonly botIds: readonly number[];
  }[];
  /** Channels that the text may mention and the sender may read. */
  readonly channels: readonly { readonly id: number; readonly name: string }[];
  /** Custom emoji that the text may contain. */
  readonly customEmoji: readonly Pick<RealmEmojiRecord, 'id' | 'name' | 'organizationId' | 'file' | 'stillFile'>[];
}

/** Everything a send needs to decide and to render, in one statement. */
export async function readSendContext(reader: Reader, organizationId: number, question: SendQuestion): Promise<SendContext> {
  const [row] = await reader.$queryRaw<{ context: SendContext }[]>(contextSql(organizationId, question));
  if (row === undefined) throw new Error(`organization ${organizationId} does not exist`);
  return row.context;
}

const firstSend = z.object({ message_id: dbInt });

/** The message first sent with this local id, after a send failed because of it. */
export async function readFirstSend(
  reader: Reader,
  organizationId: number,
  senderId: number,
  local: { readonly queueId: string; readonly localId: string },
): Promise<number | undefined> {
  const row = await firstRow(
    reader,
    firstSend,
    Prisma.sql`
    SELECT message_id FROM sent_local_id
    WHERE organization_id = ${organizationId} AND sender_id = ${senderId} AND queue_id = ${local.queueId} AND local_id = ${local.localId}`,
  );
  return row?.message_id;
}

function contextSql(organizationId: number, question: SendQuestion): Prisma.Sql {
  const { senderId, localId, names } = question;
  return Prisma.sql`
    ${PREPARED} WITH RECURSIVE person AS (${people(organizationId, question)}
    ), membership (user_id, group_id) AS (${membershipOf(organizationId, Prisma.sql`person`)}
    ), target AS (
      SELECT * FROM channel c WHERE c.organization_id = ${organizationId} AND ${isTarget(question)}
    ), target_topic AS (
      SELECT t.id FROM topic t JOIN target ON target.id = t.channel_id WHERE t.key = ${question.to.kind === 'channel' ? question.to.topicKey : null}
    )
    SELECT json_build_object(
      'repeatOf', ${repeatOf(organizationId, senderId, localId)},
      'organization', json_build_object('stringId', o.string_id, 'settings', o.settings, 'systemGroups',
        (SELECT json_object_agg(g.name, g.id) FROM user_group g WHERE g.organization_id = o.id AND g.is_system_group),
        'linkifiers', (SELECT coalesce(json_agg(json_build_object('pattern', l.pattern, 'urlTemplate', l.url_template) ORDER BY l.place, l.id), '[]')
          FROM linkifier l WHERE l.organization_id = o.id)),
      'people', (SELECT json_agg(json_build_object(
          'id', p.id, 'email', p.api_email, 'deliveryEmail', p.delivery_email, 'emailAddressVisibility', p.email_address_visibility,
          'fullName', p.full_name, 'role', p.role, 'isActive', p.is_active, 'isBot', p.is_bot, 'isSystemBot', p.is_system_bot,
          'avatarSource', p.avatar_source, 'avatarVersion', p.avatar_version, 'takesPart', p.takes_part,
          'groupIds', ARRAY(SELECT m.group_id FROM membership m WHERE m.user_id = p.id)
        ) ORDER BY p.id <> ${senderId}, p.id) FROM person p),
      'channel', (SELECT ${channelJson(question)} FROM target c),
      'conversationExists', ${conversationExists(organizationId, question)},
      'alertWordsVersion', coalesce((SELECT v.version FROM alert_word_version v WHERE v.organization_id = o.id), 0),
      'translateEmoticons', ${userSettingSql('translate_emoticons', Prisma.sql`own.values`)},
      'followPolicy', ${userSettingSql('automatically_follow_topics_policy', Prisma.sql`own.values`)},
      'unmutePolicy',
        ${userSettingSql('automatically_unmute_topics_in_muted_streams_policy', Prisma.sql`own.values`)},
      'users', ${namedUsers(names, senderOf(organizationId, question))},
      'groups', ${namedGroups(names)},
      'channels', ${namedChannels(names, senderId)},
      'customEmoji', ${namedEmoji(names)}
    ) AS context
    FROM organization o LEFT JOIN user_settings own ON own.user_id = ${senderId} WHERE o.id = ${organizationId}`;
}

function senderOf(organizationId: number, { senderId, isGuest }: SendQuestion): PeopleViewer {
  return { organizationId, userId: senderId, isGuest };
}

/** Accounts with `takes_part`. Few conditions, each with an index, because plans that expect few rows are made and run fastest. */
function people(organizationId: number, question: SendQuestion): Prisma.Sql {
  const { senderId, to } = question;
  const known = question.isGuest ? Prisma.sql` AND ${knownPerson(senderOf(organizationId, question))}` : Prisma.empty;
  const recipient = to.kind === 'channel' ? Prisma.sql`u.id = ${senderId}` : Prisma.sql`(${recipientOf(to, senderId)}${known})`;
  return Prisma.sql`
      SELECT u.*, ${recipient} AS takes_part FROM user_account u
      WHERE u.organization_id = ${organizationId} AND (${isSenderOrOwner(question, Prisma.sql`u.id`)}${to.kind === 'channel' ? Prisma.empty : Prisma.sql` OR ${recipient}`})`;
}

const MAX_INLINE_IDS = 3;

/** Ids come from outside and may be larger than those of any column: compared as bigint they are unknown. */
function recipientOf({ userIds, emails }: Extract<SendQuestion['to'], { kind: 'direct' }>, senderId: number): Prisma.Sql {
  const ids = [senderId, ...userIds];
  // The planner knows the length of a list that is written out, and so expects few rows.
  const byId =
    ids.length <= MAX_INLINE_IDS
      ? Prisma.sql`u.id IN (${Prisma.join(ids.map((id) => Prisma.sql`${id}::bigint`))})`
      : Prisma.sql`u.id = ANY (${ids}::bigint[])`;
  if (emails.length === 0) return byId;
  return Prisma.sql`(${byId} OR lower(u.api_email) = ANY (ARRAY(SELECT lower(email) FROM unnest(${[...emails]}::text[]) AS email)))`;
}

function isSenderOrOwner({ senderId, ownerId }: SendQuestion, id: Prisma.Sql): Prisma.Sql {
  return ownerId === null ? Prisma.sql`${id} = ${senderId}` : Prisma.sql`${id} IN (${senderId}, ${ownerId})`;
}

function isTarget({ to, senderId }: SendQuestion): Prisma.Sql {
  if (to.kind === 'direct') return Prisma.sql`false`;
  switch (to.channel.by) {
    case 'id':
      return Prisma.sql`c.id = ${to.channel.id}::bigint`;
    case 'name':
      return Prisma.sql`c.name_key = ${channelNameKey(to.channel.name)}`;
    case 'default':
      return Prisma.sql`c.id = (SELECT default_sending_channel_id FROM user_account WHERE id = ${senderId})`;
  }
}

function repeatOf(organizationId: number, senderId: number, local: SendQuestion['localId']): Prisma.Sql {
  if (local === null) return Prisma.sql`NULL::bigint`;
  return Prisma.sql`(SELECT message_id FROM sent_local_id
    WHERE organization_id = ${organizationId} AND sender_id = ${senderId} AND queue_id = ${local.queueId} AND local_id = ${local.localId})`;
}

function channelJson(question: SendQuestion): Prisma.Sql {
  const participants = question.wantsTopicParticipants
    ? Prisma.sql`ARRAY(
        SELECT m.sender_id FROM message m JOIN target_topic t ON m.topic_id = t.id
        UNION SELECT r.user_id FROM reaction r JOIN message m ON m.id = r.message_id JOIN target_topic t ON m.topic_id = t.id)`
    : Prisma.sql`ARRAY[]::int[]`;
  return Prisma.sql`json_build_object(
    'id', c.id, 'name', c.name, 'isPrivate', c.is_private, 'isWebPublic', c.is_web_public,
    'historyPublicToSubscribers', c.history_public_to_subscribers, 'isArchived', c.is_archived, 'topicsPolicy', c.topics_policy,
    'isRecentlyActive', c.is_recently_active, 'hasMessages', EXISTS (SELECT FROM channel_activity a WHERE a.channel_id = c.id),
    'subscriberCount', c.subscriber_count, 'canSendMessageGroup', c.can_send_message_group, 'canCreateTopicGroup', c.can_create_topic_group,
    'canSubscribeGroup', c.can_subscribe_group, 'canAddSubscribersGroup', c.can_add_subscribers_group,
    'canAdministerChannelGroup', c.can_administer_channel_group,
    'topicExists', EXISTS (SELECT FROM target_topic), 'topicParticipants', ${participants},
    'subscribedIds', ARRAY(SELECT b.user_id FROM subscription b
      WHERE b.channel_id = c.id AND b.active AND ${isSenderOrOwner(question, Prisma.sql`b.user_id`)}),
    ${topicStanding(question)})`;
}

/** In a channel with protected history only messages count that arrived there while the sender was subscribed. */
function topicStanding({ senderId, to }: SendQuestion): Prisma.Sql {
  const topicKey = to.kind === 'channel' ? to.topicKey : null;
  return Prisma.sql`
    'topicVisibility', coalesce((SELECT v.visibility_policy FROM user_topic v
      WHERE v.user_id = ${senderId} AND v.channel_id = c.id AND v.topic_key = ${topicKey}), 0),
    'isMuted', EXISTS (SELECT FROM subscription b WHERE b.channel_id = c.id AND b.user_id = ${senderId} AND b.active AND b.is_muted),
    'topicHasMessages', EXISTS (SELECT FROM message m JOIN target_topic t ON m.topic_id = t.id
      WHERE c.history_public_to_subscribers OR c.is_web_public OR EXISTS (SELECT FROM subscription_span s
        WHERE s.user_id = ${senderId} AND s.channel_id = c.id AND coalesce(m.moved_at_id, m.id) > s.after_id
          AND coalesce(m.moved_at_id, m.id) <= s.until_id))`;
}

function conversationExists(organizationId: number, { to }: SendQuestion): Prisma.Sql {
  if (to.kind === 'channel') return Prisma.sql`false`;
  return Prisma.sql`EXISTS (SELECT FROM conversation v WHERE v.organization_id = ${organizationId} AND v.last_message_id > 0
    AND v.participant_key = (SELECT string_agg(id::text, ',' ORDER BY id) FROM person WHERE takes_part))`;
}

const isActiveBot = Prisma.sql`u.is_bot AND u.is_active AND NOT u.is_system_bot`;

// Most messages mention no one. Omitting these subqueries saves their planning time.

function namedUsers({ userIds, userNames }: SendQuestion['names'], sender: PeopleViewer): Prisma.Sql {
  if (userIds.length + userNames.length === 0) return Prisma.sql`'[]'::json`;
  return Prisma.sql`(
    SELECT coalesce(json_agg(json_build_object('id', u.id, 'name', u.full_name,
      'isBot', ${isActiveBot})), '[]') FROM user_account u
    WHERE u.organization_id = o.id AND (u.id = ANY (${[...userIds]}::bigint[])
      OR lower(u.full_name) = ANY (ARRAY(SELECT lower(name) FROM unnest(${[...userNames]}::text[]) AS name)))${sender.isGuest ? Prisma.sql` AND ${knownPerson(sender)}` : Prisma.empty})`;
}

/** With all their members, also through subgroups and system groups. */
function namedGroups({ groupNames }: SendQuestion['names']): Prisma.Sql {
  if (groupNames.length === 0) return Prisma.sql`'[]'::json`;
  return Prisma.sql`(
    WITH RECURSIVE named AS (
      SELECT * FROM user_group g WHERE g.organization_id = o.id AND NOT g.is_deactivated
        AND lower(g.name) = ANY (ARRAY(SELECT lower(name) FROM unnest(${[...groupNames]}::text[]) AS name))
    ), part (root, id) AS (
      SELECT id, id FROM named UNION SELECT part.root, sub.subgroup_id FROM part JOIN user_group_subgroup sub ON sub.group_id = part.id
    ), holds (root, user_id) AS (
      SELECT part.root, member.user_id FROM part JOIN user_group_member member ON member.group_id = part.id
      UNION
      SELECT part.root, u.id FROM part JOIN user_group system ON system.id = part.id AND system.is_system_group
      JOIN user_account u ON u.organization_id = o.id AND u.is_active
        AND ${inSystemGroup(Prisma.sql`system.name`, Prisma.sql`u.role`, Prisma.sql`u.joined_at`, Prisma.sql`o.settings`)}
    )
    SELECT coalesce(json_agg(json_build_object('id', g.id, 'name', g.name, 'isSystemGroup', g.is_system_group,
      'canMentionGroup', g.settings -> 'can_mention_group', 'memberIds', ARRAY(SELECT user_id FROM holds WHERE root = g.id),
      'botIds', ARRAY(SELECT u.id FROM holds JOIN user_account u ON u.id = holds.user_id WHERE holds.root = g.id AND ${isActiveBot}))), '[]')
    FROM named g)`;
}

/** Only active custom emoji. */
function namedEmoji({ emojiNames }: SendQuestion['names']): Prisma.Sql {
  if (emojiNames.length === 0) return Prisma.sql`'[]'::json`;
  return Prisma.sql`(
    SELECT coalesce(json_agg(json_build_object('id', e.id, 'name', e.name, 'organizationId', e.organization_id, 'file', e.file,
      'stillFile', e.still_file)), '[]')
    FROM realm_emoji e WHERE e.organization_id = o.id AND NOT e.is_deactivated AND e.name = ANY (${[...emojiNames]}::text[]))`;
}

function namedChannels({ channelNames }: SendQuestion['names'], senderId: number): Prisma.Sql {
  if (channelNames.length === 0) return Prisma.sql`'[]'::json`;
  return Prisma.sql`(
    SELECT coalesce(json_agg(json_build_object('id', c.id, 'name', c.name)), '[]') FROM channel c
    WHERE c.organization_id = o.id AND c.name_key = ANY (${channelNames.map(channelNameKey)}::text[])
      AND (c.is_web_public OR (NOT c.is_private AND (SELECT role FROM person WHERE id = ${senderId}) <> ${constant(ROLES.guest)})
        OR EXISTS (SELECT FROM subscription b WHERE b.user_id = ${senderId} AND b.channel_id = c.id AND b.active)))`;
}
